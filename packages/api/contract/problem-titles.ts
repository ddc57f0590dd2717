import type { ProblemCode } from './problem.ts';

type Titles = Readonly<Record<ProblemCode, string>>;

const ENGLISH: Titles = {
  'invalid-request': 'Something in the request is missing or not allowed.',
  'too-large': 'The request is too large.',
  'address-too-long': 'The URL is too long.',
  'unsupported-media-type': 'The request must be JSON.',
  'foreign-origin': 'The request came from a different site.',
  'not-signed-in': 'Please sign in first.',
  'wrong-credentials': 'The email address or password is incorrect.',
  'wrong-password': 'The password is incorrect.',
  'password-needed': 'Enter the password of your new account to confirm it in this browser.',
  'sign-in-again': 'Please sign out and sign in again. Then delete your account within 15 minutes.',
  'sign-in-service-unavailable':
    'The sign-in service isn’t responding. Please try again in a moment, or contact your administrator.',
  'address-unconfirmed': 'Please confirm your email address first.',
  'invalid-token': 'This link is no longer valid. Request a new one.',
  'demo-account': 'The demo account is shared, so this can’t be changed. Create your own account.',
  'too-many-requests': 'Too many attempts. Please try again later.',
  'not-found': 'Not found.',
  'link-ended': 'This link no longer works. Ask the person who shared it for a new one.',
  'sharing-blocked':
    'We stopped the sharing of this image. It can’t be shared again. If you think this is a mistake, contact us.',
  'no-credits': 'You have no credits remaining. Please upgrade your plan to continue generating images.',
  'account-frozen': 'This account can’t spend credits right now. Please contact us.',
  'premium-needed': 'This size or number of images requires a paid plan.',
  'annual-needed': 'This size or number of images requires the annual plan.',
  'prompt-refused': 'Your prompt contains content that cannot be generated. Please modify your prompt and try again.',
  'moderation-unavailable': 'Content can’t be checked right now, so nothing was created. Try again in a few minutes.',
  'translation-unavailable': 'The prompt couldn’t be translated. Try again, or write it in English.',
  'picture-unreadable':
    'The file can’t be read as an image. Choose a JPG, PNG, WebP, AVIF or GIF file, or convert yours to one of these formats first.',
  'picture-too-small': 'The image is too small. Choose one that is at least 64 pixels on each side.',
  'picture-too-large': 'The image has more than 64 million pixels. Resize it in the converter under “More options”.',
  'picture-too-narrow': 'One side of the image is more than three times as long as the other. Crop it first.',
  'picture-refused': 'This image contains content we can’t show, so it wasn’t saved. Please choose a different one.',
  'too-many-pictures': 'You’ve reached your plan’s limit for imported images. Delete one in the gallery first.',
  'image-storage-full':
    'You’ve used up your plan’s image storage. Delete some images in the gallery first. No credits were used.',
  'shared-storage-full':
    'Free accounts on your network have used up their image storage. Delete images you no longer need, and try again in an hour.',
  'too-many-designs': 'You’ve reached the hourly limit for free designs. No credits were used.',
  'too-many-changes':
    'This design already has 20 changes, the maximum. Nothing was saved. Create a new design with all changes in its prompt, or refine an earlier version.',
  'no-strength':
    'The selected model doesn’t support a strength setting. Leave it out, or choose another model. No credits were used.',
  'no-editing': 'No AI service on this site can edit images right now. Nothing was saved and no credits were used.',
  'size-not-available':
    'The selected model can’t generate images this large. Choose a smaller size or another model. No credits were used.',
  'prompt-language':
    'The selected model doesn’t understand the language of the prompt. Write it in English or choose another model. No credits were used.',
  'idempotency-conflict': 'This request was already sent with different content. Please try again.',
  'payments-off': 'Payments aren’t set up on this site.',
  'payment-unavailable': 'The payment service isn’t responding. You weren’t charged. Please try again in a moment.',
  'sales-closed': 'Purchases aren’t available here yet, because the operator hasn’t published their details.',
  'price-changed': 'The price has changed since this page was loaded. Nothing was ordered. Please check the new price.',
  'refund-not-possible': 'This payment can no longer be refunded.',
  'already-subscribed': 'You already have a subscription. You can manage it on your account page.',
  'no-subscription': 'There’s no subscription that can be changed this way. Reload the page to see its current state.',
  'too-many-keys': 'You’ve reached the maximum number of API keys. Revoke one you no longer use.',
  'method-not-allowed': 'This method isn’t allowed for this URL.',
  'no-space': 'This server has no space for the file right now. Please try again later.',
  busy: 'The site is very busy right now. Please try again in a few seconds.',
  unavailable: 'We can’t reach our storage right now. Nothing was lost. Please try again in a moment.',
  internal: 'Something went wrong on our side. Please try again.',
};

const KOREAN: Titles = {
  'invalid-request': '요청에 빠진 값이나 허용되지 않는 값이 있어요.',
  'too-large': '요청이 너무 커요.',
  'address-too-long': '주소가 너무 길어요.',
  'unsupported-media-type': '요청은 JSON 형식이어야 해요.',
  'foreign-origin': '다른 사이트에서 보낸 요청이에요.',
  'not-signed-in': '먼저 로그인해 주세요.',
  'wrong-credentials': '이메일 주소나 비밀번호가 맞지 않아요.',
  'wrong-password': '비밀번호가 맞지 않아요.',
  'password-needed': '이 브라우저에서 확인하려면 새 계정의 비밀번호를 입력해 주세요.',
  'sign-in-again': '로그아웃한 뒤 다시 로그인하고, 15분 안에 계정을 삭제해 주세요.',
  'sign-in-service-unavailable': '로그인 서비스가 응답하지 않아요. 잠시 후 다시 시도하거나 관리자에게 문의해 주세요.',
  'address-unconfirmed': '먼저 이메일 주소를 확인해 주세요.',
  'invalid-token': '더 이상 쓸 수 없는 링크예요. 새 링크를 요청해 주세요.',
  'demo-account': '모두가 함께 쓰는 데모 계정이라 바꿀 수 없어요. 내 계정을 만들어 주세요.',
  'too-many-requests': '너무 여러 번 시도했어요. 잠시 후 다시 시도해 주세요.',
  'not-found': '요청한 항목을 찾을 수 없어요.',
  'link-ended': '공유가 끝난 링크예요. 공유한 사람에게 새 링크를 요청해 주세요.',
  'sharing-blocked': '운영자가 공유를 중지한 이미지라 다시 공유할 수 없어요. 잘못된 조치라고 생각하면 문의를 남겨 주세요.',
  'no-credits': '남은 크레딧이 없어요. 이미지를 계속 만들려면 요금제를 업그레이드해 주세요.',
  'account-frozen': '지금은 이 계정으로 크레딧을 쓸 수 없어요. 문의를 남겨 주세요.',
  'premium-needed': '이 크기나 장수는 유료 요금제에서 쓸 수 있어요.',
  'annual-needed': '이 크기나 장수는 연간 요금제에서 쓸 수 있어요.',
  'prompt-refused': '프롬프트에 이미지로 만들 수 없는 내용이 있어요. 프롬프트를 고쳐서 다시 시도해 주세요.',
  'moderation-unavailable': '지금은 내용을 확인할 수 없어 만들지 않았어요. 몇 분 뒤에 다시 시도해 주세요.',
  'translation-unavailable': '프롬프트를 번역하지 못했어요. 다시 시도하거나 영어로 써 주세요.',
  'picture-unreadable':
    '이미지로 읽을 수 없는 파일이에요. JPEG, PNG, WebP, AVIF, GIF 중 하나를 골라 주세요. 다른 형식은 변환기에서 먼저 바꿀 수 있어요.',
  'picture-too-small': '이미지가 너무 작아 바꿀 수 없어요. 가로와 세로가 64픽셀 이상인 이미지를 골라 주세요.',
  'picture-too-large': '이미지가 6,400만 화소를 넘어요. 변환기의 ‘옵션 더 보기’에서 크기를 줄여 주세요.',
  'picture-too-narrow': '가로와 세로 중 한쪽이 다른 쪽의 세 배를 넘는 이미지예요. 먼저 잘라 주세요.',
  'picture-refused': '이 사이트에서 보여 드릴 수 없는 내용이 있어 이미지를 저장하지 않았어요. 다른 이미지를 골라 주세요.',
  'too-many-pictures': '요금제에서 보관할 수 있는 내 이미지 수를 모두 채웠어요. 갤러리에서 하나를 지운 뒤 다시 시도해 주세요.',
  'image-storage-full':
    '요금제의 이미지 저장 공간을 다 썼어요. 갤러리에서 이미지를 지운 뒤 다시 시도해 주세요. 크레딧은 쓰지 않았어요.',
  'shared-storage-full':
    '같은 네트워크의 무료 계정들이 함께 쓰는 이미지 저장 공간이 가득 찼어요. 쓰지 않는 이미지를 지우고 한 시간 뒤에 다시 시도해 주세요.',
  'too-many-designs': '한 시간 동안 만들 수 있는 무료 디자인을 모두 만들었어요. 크레딧은 쓰지 않았어요.',
  'too-many-changes':
    '이 디자인은 최대 횟수인 20번까지 수정했어요. 아무것도 저장하지 않았어요. 수정 사항을 모두 담은 프롬프트로 새로 만들거나 이전 버전을 수정해 주세요.',
  'no-strength':
    '선택한 모델은 바꾸는 정도를 조절할 수 없어요. 이 값을 빼거나 다른 모델을 선택해 주세요. 크레딧은 쓰지 않았어요.',
  'no-editing': '지금은 이미지를 편집할 수 있는 AI 서비스가 없어요. 아무것도 저장하지 않았고 크레딧도 쓰지 않았어요.',
  'size-not-available':
    '선택한 모델은 이만큼 큰 이미지를 만들지 못해요. 더 작은 크기나 다른 모델을 선택해 주세요. 크레딧은 쓰지 않았어요.',
  'prompt-language':
    '선택한 모델은 이 프롬프트의 언어를 이해하지 못해요. 프롬프트를 영어로 쓰거나 다른 모델을 선택해 주세요. 크레딧은 쓰지 않았어요.',
  'idempotency-conflict': '같은 요청이 다른 내용으로 이미 접수됐어요. 다시 시도해 주세요.',
  'payments-off': '이 사이트에는 결제가 설정되어 있지 않아요.',
  'payment-unavailable': '결제 서비스가 응답하지 않아요. 청구된 금액은 없어요. 잠시 후 다시 시도해 주세요.',
  'sales-closed': '운영자 정보가 아직 공개되지 않아 이 사이트에서는 판매하지 않아요.',
  'price-changed': '페이지를 연 뒤 금액이 바뀌어서 주문하지 않았어요. 바뀐 금액을 확인해 주세요.',
  'refund-not-possible': '이 결제는 더 이상 환불할 수 없어요.',
  'already-subscribed': '이미 구독하고 있어요. 계정 페이지에서 관리할 수 있어요.',
  'no-subscription': '지금은 바꿀 수 있는 구독이 없어요. 페이지를 새로고침해서 상태를 확인해 주세요.',
  'too-many-keys': 'API 키를 더 만들 수 없어요. 쓰지 않는 키를 폐기해 주세요.',
  'method-not-allowed': '이 주소에서는 쓸 수 없는 메서드예요.',
  'no-space': '지금은 서버에 파일을 저장할 공간이 없어요. 잠시 후 다시 시도해 주세요.',
  busy: '지금은 요청이 많아 처리하지 못했어요. 잠시 후 다시 시도해 주세요.',
  unavailable: '지금은 저장소에 연결할 수 없어요. 데이터는 그대로 있으니 잠시 후 다시 시도해 주세요.',
  internal: '서버에 문제가 생겼어요. 다시 시도해 주세요.',
};

/** Titles of the problems. */
export const PROBLEM_TITLES: Readonly<Record<'en' | 'ko', Titles>> = { en: ENGLISH, ko: KOREAN };
