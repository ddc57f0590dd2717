import type { Translation } from '../../message.ts';
import type { apiDocs as source } from './api-docs.en.ts';

export const apiDocs = {
  title: 'API 문서',
  description:
    '내 프로그램에서 파일을 변환하는 방법이에요. 키 발급부터 세 가지 언어의 예제 코드, 엔드포인트, 한도, 오류까지 설명해요.',
  lead: '내가 만든 프로그램에서 파일을 변환하세요. 브라우저가 아니라 저희 서버에서 변환해요.',
  contents: '이 페이지의 내용',
  copy: '복사',
  copied: '복사했어요',
  code: '코드: {name}',

  overview: '개요',
  overviewBody:
    '파일을 보내면서 어떤 형식으로 바꿀지 알려 주면, 서버가 작업을 만들고 작업 정보를 응답으로 보내요. 변환은 백그라운드에서 진행되고, 끝나면 결과를 다운로드할 수 있어요. 요청과 응답은 JSON이고, 필드 이름은 snake_case로, 시각은 UTC로 표기해요.',
  overviewUploaded:
    '사이트의 변환기와 달리 API에서는 파일을 서버에 업로드해서 변환해요. 원본은 작업이 성공하면 바로 지우고, 결과는 보관 기간이 끝나면 지워요. 기간을 따로 정하지 않으면 결과를 {hours}시간 동안 보관해요.',
  baseAddress: '기본 주소',
  machineReadable: '프로그램용 명세: OpenAPI 3.1 문서',

  authentication: '인증',
  authenticationBody:
    '요청 헤더에 API 키를 담아 보내세요: `Authorization: Bearer bkm_…`. 키는 계정 페이지에서 만들고, 만들 때 한 번만 볼 수 있어요. 형식 목록만은 키 없이도 조회할 수 있어요.',
  authenticationSecret:
    '키가 있으면 누구나 내 계정으로 요청을 보낼 수 있어요. 키는 서버에만 두고 웹 페이지나 앱, 저장소에는 넣지 마세요. 키가 유출됐다면 바로 폐기하세요. 폐기한 키로 보낸 요청에는 401로 응답해요.',
  keysLink: 'API 키 만들기',
  scope: '권한',
  scopeMeaning: '할 수 있는 일',
  'scope-convert:read': '작업과 업로드 조회, 결과 다운로드',
  'scope-convert:write': '파일 업로드, 작업 시작·취소·재시도·삭제',
  'scope-account:read': '요금제, 한도, 사용량 조회',

  quickStart: '빠른 시작',
  quickStartBody:
    '요청 세 번이면 돼요. 파일을 보내고, 작업이 끝나기를 기다리고, 결과를 받으세요. 키는 환경 변수 `BAKKUM_KEY`에 넣고, `drawing.svg` 대신 가지고 있는 파일을 써 보세요.',
  language: '언어',
  noteSend: '파일을 보내면서 바꿀 형식을 알려 줘요',
  noteWait: '작업이 끝날 때까지 기다려요(요청당 최대 1분)',
  noteDownload: '결과를 다운로드해요',
  noteBody: '본문은 파싱하지 않고 받은 그대로 써야 해요',
  noteInstall: '먼저 설치하세요: pip install requests',
  quickStartWait:
    '`wait`를 쓰면 서버가 작업이 끝날 때까지 최대 1분 동안 기다렸다가 응답해요. `wait`를 쓰지 않을 때는 2초마다 조회하거나 작업의 이벤트를 받으세요.',
  quickStartAgain:
    '업로드나 작업을 시작하는 요청에는 직접 정한 `Idempotency-Key`를 함께 보내세요. 응답을 받기 전에 연결이 끊겨도 같은 키로 같은 요청을 다시 보내면, 작업이 새로 생기지 않고 처음에 만든 작업을 응답으로 받아요.',
  quickStartClient:
    '이 사이트의 소스 코드에는 JavaScript와 TypeScript에서 쓰는 작은 클라이언트 `@bakkum/client`가 들어 있어요. 다른 패키지 없이 쓸 수 있고 재시도까지 처리해 줘요.',

  severalFiles: '여러 파일',
  severalFilesBody:
    '여러 파일로 결과 하나를 만드는 작업도 있어요. 파일마다 `file` 필드를 하나씩 순서대로 보내거나 업로드한 파일들의 `upload_ids`를 보내고, `operation`을 정하세요. `combine`은 PDF와 이미지를 PDF 하나로 합치는 것처럼 파일을 {most}개까지 합쳐요. `pages` 옵션을 쓰면 파일마다 필요한 페이지만 넣을 수 있어요. `compare`는 문서 두 개의 차이를 알려 주고, `sign`은 PDF에 서명해요.',
  severalFilesLimits:
    '파일을 모두 합친 크기도 요금제의 파일 하나 한도를 넘을 수 없어요. 쓸 수 없는 파일이 있으면 몇 번째 파일인지 `error.input`으로 알려 줘요. 번호는 0부터 시작해요.',
  severalFilesSign:
    '서명할 때는 문서를 먼저, 인증서(PKCS #12)를 그다음에 보내고, 인증서 비밀번호는 `certificatePassword` 옵션에 담으세요. 인증서는 작업을 시작하는 폼으로만 받아요. 작업이 끝나면 실패했더라도 두 파일과 비밀번호를 바로 지우기 때문에 서명은 재시도할 수 없어요. 개인 키를 서버로 보내고 싶지 않다면 이 사이트의 브라우저 화면이나 `bakkum sign` 명령으로 서명하세요.',

  endpoints: '엔드포인트',
  endpointsBody: '이 서버의 OpenAPI 문서에서 그대로 가져온 내용이라 실제 동작과 같아요.',
  endpointsLater: '서버가 시작되는 중이에요. 잠시 후 새로고침하면 엔드포인트를 볼 수 있어요.',
  openAccess: '키 없이 가능',
  parameters: '매개변수',
  requestBody: '요청 본문',
  answers: '응답',
  problems: '오류',
  fieldName: '이름',
  fieldType: '타입',
  fieldText: '설명',
  required: '필수',
  preset: '기본값: `{value}`',
  'place-path': '경로',
  'place-query': '쿼리',
  'place-header': '헤더',
  objects: '객체',
  objectsBody: '요청과 응답에 쓰이는 데이터예요.',

  states: '작업 상태',
  statesBody: '작업은 `queued`에서 시작해 `processing`을 거쳐 세 가지 상태 중 하나로 끝나요. 결과가 지워지면 `expired`가 돼요.',
  state: '상태',
  meaning: '뜻',
  'state-queued': '차례를 기다리고 있어요.',
  'state-processing': '변환하고 있어요. 진행률을 알 수 있으면 `progress`에 표시돼요.',
  'state-completed': '`expires_at`까지 결과를 다운로드할 수 있어요.',
  'state-error': '변환하지 못했어요. 이유는 `error`에 있어요. `retry_until`까지는 파일을 다시 보내지 않고 재시도할 수 있어요.',
  'state-cancelled': '취소한 작업이에요.',
  'state-expired': '결과를 지웠어요.',

  webhooks: '웹훅',
  webhooksBody:
    '작업을 시작할 때 `webhook_url`을 함께 보내거나 계정 페이지에 주소를 하나 정해 두면, 작업이 끝났을 때 서버가 그 주소로 알림을 보내요. 작업 상태를 계속 조회하지 않아도 돼요. POST 요청의 JSON에는 이벤트 이름과 시각, 작업 정보가 들어 있어요. 작업 정보는 작업을 조회했을 때의 응답과 같아요.',
  webhooksEvents: '이벤트',
  webhooksTaken:
    '알림을 받으면 15초 안에 200번대 상태 코드로 응답하고, 나머지 처리는 그다음에 하세요. 200번대 응답을 받지 못하면 저희 서버가 간격을 늘려 가며 24시간 동안 알림을 다시 보내요. 410으로 응답하면 그 알림은 더 보내지 않아요. 보낸 알림과 내 서버의 응답은 API와 계정 페이지에서 확인할 수 있고, 알림을 다시 보낼 수도 있어요.',
  webhooksCheck:
    '알림은 Standard Webhooks 방식으로 서명해요. 시크릿은 계정 페이지나 `POST /api/v1/webhooks/secret`에서 만들 때 한 번만 보여 줘요. 시크릿을 바꾼 뒤 하루 동안은 이전 시크릿으로 만든 서명도 함께 보내요. 알림을 처리하기 전에 서명부터 확인하세요. 알림에는 `webhook-id`, `webhook-timestamp`, `webhook-signature` 헤더가 있어요. id, 타임스탬프, 받은 그대로의 본문을 점(.)으로 이어 붙여 HMAC-SHA256을 계산하고 서명과 비교하면 돼요. 보낸 지 5분이 지난 알림은 거절하세요. 같은 알림이 두 번 올 수도 있으니 id마다 한 번만 처리하세요.',

  limits: '한도',
  agents: 'AI 에이전트',
  agentsBody:
    'MCP(Model Context Protocol)를 지원하는 에이전트는 이 API를 `convert`, `combine_files`, `get_job`, `detect`, `list_formats` 도구로 쓸 수 있어요. API 키가 필요하고, 키의 권한과 한도가 그대로 적용돼요.',
  agentsRemote: '이 서버에 연결하는 설정',
  agentsFiles:
    '4MB 이하의 파일은 도구를 호출할 때 바로 담아 보낼 수 있어요. 더 큰 파일은 먼저 업로드하고 `upload_id`를 넘겨 주세요. 호출을 취소하면 작업도 취소돼요.',
  agentsLocalBody:
    '파일을 내 컴퓨터에만 두려면 에이전트가 `bakkum` 명령을 실행하게 하세요. 키가 필요 없고, 아무것도 업로드하지 않으며, 허용한 폴더의 파일만 읽고 써요.',
  agentsLocal: '내 컴퓨터에서 쓰는 설정',
  limitsBody:
    '한도는 키를 만든 계정의 요금제를 따라요. 업로드, 작업 시작, 재시도처럼 새로운 처리를 시작하는 요청은 변환 요청으로 집계하고, 나머지는 모두 조회로 집계해요.',
  limitsHeaders:
    '응답 헤더 `RateLimit-Limit`에는 시간당 한도가, `RateLimit-Remaining`에는 남은 횟수가, `RateLimit-Reset`에는 한도가 초기화될 때까지 남은 시간(초)이 들어 있어요. 한도를 넘으면 429로 응답하고, 다시 요청하기까지 기다릴 시간(초)을 `Retry-After`로 알려 줘요.',
  limit: '한도',
  'tier-free': '무료',
  'tier-pro': '프로',
  'tier-enterprise': '엔터프라이즈',
  limitCommands: '시간당 변환 요청',
  limitReads: '시간당 조회',
  limitFile: '파일 크기',
  limitOpen: '대기 중이거나 진행 중인 작업',
  limitAtOnce: '동시에 진행하는 작업',
  limitStored: '업로드와 결과를 합친 크기',
  limitMinutes: '작업당 최대 시간',
  limitRetention: '결과 보관 기간',
  byAgreement: '협의',
  retentionDefault: '{list} (기본 {preset})',

  errors: '오류',
  errorsBody:
    '상태 코드가 400 이상인 응답은 모두 RFC 9457 형식(`application/problem+json`)이에요. 프로그램에서는 바뀌지 않는 값인 `error.code`를 확인하세요. 메시지는 `Accept-Language`에 따라 영어나 한국어로 오고, `error.details`에는 바꿀 수 있는 형식이나 잘못된 필드처럼 해결에 도움이 되는 정보가 담겨요.',
  errorsExample: '오류 예시',
  status: '상태',
  errorCode: '코드',

  try: '직접 해 보기',
  tryBody: '지금 이 브라우저에서 이 서버로 요청을 보내요. 키는 이 페이지에만 있고, 페이지를 벗어나면 사라져요.',
  tryRequest: '요청',
  'try-formats': '변환할 수 있는 형식',
  'try-pair': '변환 옵션',
  'try-jobs': '내 작업',
  'try-account': '내 한도',
  tryKey: 'API 키',
  tryKeyHint: 'bkm_으로 시작해요',
  tryKeyWrong: 'API 키가 아닌 것 같아요. 키는 bkm_으로 시작해요.',
  tryFrom: '원본 형식',
  tryTo: '바꿀 형식',
  trySend: '요청 보내기',
  trySending: '보내는 중…',
  tryUnreachable: '서버에 연결할 수 없어요. 인터넷 연결을 확인하고 다시 시도해 주세요.',
  tryAnswer: '응답',
  tryStatus: '상태 코드 {status}, {milliseconds}ms 걸림',
  tryLeft: '시간당 {limit}번 중 {remaining}번 남음',
  tryCut: '응답의 앞부분만 보여 드려요.',

  more: '이어서 읽기',
} satisfies Translation<typeof source>;
