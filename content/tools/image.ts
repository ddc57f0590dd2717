import type { Tool } from './tool.ts';

export const IMAGE_TOOLS: readonly Tool[] = [
  {
    slug: 'compress-jpg',
    kind: 'image',
    formats: ['jpeg'],
    to: 'jpeg',
    options: ['quality', 'targetSize', 'width', 'height'],
    values: { quality: 'medium' },
    en: {
      title: 'Compress JPG images',
      name: 'Compress JPG',
      description:
        'Make JPG photos smaller in your browser: pick a quality or enter a file size, and compare the result with the original. Nothing is uploaded.',
      lead: 'Make photos smaller for email, forms and websites. You’ll see the new size and the difference before you save.',
      points: [
        'Enter a size such as 500 kB, and we’ll find the best quality that fits.',
        'Drag the divider across the photo to compare the original and the result at any zoom level.',
        'Compress many photos at once with the same settings, and save them as one ZIP.',
      ],
      questions: [
        {
          question: 'How much smaller does a JPG get?',
          answer:
            'That depends on the photo and on how it was saved. Photos from phones and cameras usually shrink the most. The exact size is shown before you save, and you can reduce the quality or the dimensions until it fits.',
        },
        {
          question: 'Can I compress a JPG to an exact size, such as 200 kB?',
          answer:
            'Yes. Enter it under “Target file size”. The result won’t be larger than that. If a photo can’t get that small at its current dimensions, we’ll tell you, and you can reduce its width.',
        },
      ],
    },
    ko: {
      title: 'JPG 용량 줄이기',
      name: 'JPG 용량 줄이기',
      description:
        'JPG 사진의 용량을 브라우저에서 바로 줄여요. 화질을 고르거나 원하는 용량을 입력하고 원본과 비교해 보세요. 사진은 업로드하지 않아요.',
      lead: '사진을 이메일로 보내거나 지원서에 첨부하거나 홈페이지에 올리기 좋게 용량을 줄여요. 저장하기 전에 용량과 화질 차이를 볼 수 있어요.',
      points: [
        '500kB처럼 원하는 용량을 입력하면 그 용량에 맞는 가장 좋은 화질을 찾아 드려요.',
        '사진을 확대하고 구분선을 움직이면서 원본과 결과를 비교할 수 있어요.',
        '여러 사진을 같은 설정으로 한 번에 줄이고 ZIP 하나로 받을 수 있어요.',
      ],
      questions: [
        {
          question: '용량이 얼마나 줄어드나요?',
          answer:
            '사진과 저장 방식에 따라 달라요. 휴대폰이나 카메라로 찍은 사진이 가장 많이 줄어요. 저장하기 전에 정확한 용량을 볼 수 있으니, 원하는 용량이 될 때까지 화질을 낮추거나 크기를 줄이세요.',
        },
        {
          question: '200kB 이하처럼 정해진 용량에 맞출 수 있나요?',
          answer:
            '네. ‘목표 파일 크기’에 원하는 용량을 입력하면 그 용량을 넘지 않게 줄여요. 지금 해상도로 맞출 수 없으면 알려 드려요. 그럴 때는 너비를 줄여 보세요.',
        },
      ],
    },
  },
  {
    slug: 'compress-png',
    kind: 'image',
    formats: ['png'],
    to: 'png',
    options: ['colors', 'compression', 'width', 'height'],
    values: { colors: '256' },
    en: {
      title: 'Compress PNG images',
      name: 'Compress PNG',
      description:
        'Make PNG images smaller in your browser, with fewer colors or without any change to the pixels. Transparency is kept, and nothing is uploaded.',
      lead: 'Make screenshots, logos and graphics smaller. Transparency is kept, and you can compare the result with the original.',
      points: [
        'Reducing the image to at most 256 well-chosen colors makes most PNGs much smaller, with no visible difference in screenshots and graphics.',
        'With “All colors”, every pixel stays exactly as it is.',
        'Soft shadows and transparent edges are kept.',
      ],
      questions: [
        {
          question: 'Does compressing a PNG reduce its quality?',
          answer:
            'Not if you choose “All colors”: only the compression improves. With 256 colors or fewer, similar colors are merged. Check the difference in the preview, and pick more colors if you need them.',
        },
        {
          question: 'What if the PNG is a photo?',
          answer:
            'Convert it to JPG or WebP. These formats are designed for photos, so the result is usually several times smaller. Try both, and compare the sizes.',
        },
      ],
    },
    ko: {
      title: 'PNG 용량 줄이기',
      name: 'PNG 용량 줄이기',
      description:
        'PNG 이미지의 용량을 브라우저에서 바로 줄여요. 색 수를 줄이거나, 픽셀을 그대로 둔 채 압축할 수 있어요. 투명한 배경은 그대로예요.',
      lead: '스크린샷, 로고, 그래픽의 용량을 줄여요. 투명한 부분은 그대로 남고, 원본과 결과를 비교할 수 있어요.',
      points: [
        '이미지에 맞는 색을 최대 256가지만 골라 쓰면 용량이 크게 줄어요. 스크린샷이나 그래픽에서는 차이가 거의 보이지 않아요.',
        '‘모든 색’을 고르면 픽셀이 하나도 바뀌지 않아요.',
        '부드러운 그림자와 투명한 가장자리도 그대로 남아요.',
      ],
      questions: [
        {
          question: 'PNG를 압축하면 화질이 떨어지나요?',
          answer:
            '색 수에 따라 달라요. ‘모든 색’으로 압축하면 화질은 그대로예요. 256색 이하로 줄이면 비슷한 색이 하나로 합쳐져요. 미리보기로 차이를 확인하고, 필요하면 색 수를 늘리세요.',
        },
        {
          question: 'PNG로 저장된 사진은 어떻게 줄이나요?',
          answer: '사진은 JPG나 WebP로 바꾸면 용량이 훨씬 작아져요. 변환할 형식을 바꿔 가며 용량을 비교해 보세요.',
        },
      ],
    },
  },
  {
    slug: 'resize-image',
    kind: 'image',
    formats: ['jpeg', 'png', 'webp', 'avif', 'gif', 'bmp', 'tiff'],
    to: 'same',
    options: ['width', 'height', 'fit'],
    values: {},
    en: {
      title: 'Resize images',
      name: 'Resize image',
      description:
        'Resize JPG, PNG, WebP and other images in your browser, to exact dimensions, by percentage or to a preset size for social media. Nothing is uploaded.',
      lead: 'Resize an image to exact dimensions, by percentage, or to a preset size for social media.',
      points: [
        'Width and height stay in proportion, unless you unlink them.',
        'You can pick preset sizes for Instagram, YouTube, X and other platforms.',
        'JPG stays JPG and PNG stays PNG, unless you pick another format.',
      ],
      questions: [
        {
          question: 'Do images get blurry when they’re resized?',
          answer:
            'Not when you make them smaller, because every new pixel is calculated from all the pixels it replaces. Enlarged images look softer, because enlarging can’t add detail.',
        },
        {
          question: 'Can I resize many images at once?',
          answer: 'Yes. Drop all of them, set the width once and apply it to the whole list. They’re saved as one ZIP.',
        },
      ],
    },
    ko: {
      title: '이미지 크기 조절',
      name: '이미지 크기 조절',
      description:
        'JPG, PNG, WebP 등 이미지의 크기를 픽셀이나 비율(%)로 바꾸거나 SNS 규격에 맞춰요. 파일을 업로드하지 않고 브라우저에서 처리해요.',
      lead: '이미지 크기를 픽셀이나 비율로 바꾸거나 SNS 규격에 맞춰요.',
      points: [
        '가로세로 비율을 유지할 수도, 너비와 높이를 따로 바꿀 수도 있어요.',
        '인스타그램, 유튜브, X 등 SNS의 규격에서 고를 수 있어요.',
        '다른 형식을 고르지 않으면 JPG는 JPG로, PNG는 PNG로 저장해요.',
      ],
      questions: [
        {
          question: '크기를 바꾸면 흐려지나요?',
          answer:
            '줄일 때는 흐려지지 않아요. 합쳐지는 픽셀을 모두 반영해서 계산하기 때문이에요. 늘릴 때는 원본에 없는 디테일을 만들어 낼 수 없어서 조금 흐려 보여요.',
        },
        {
          question: '여러 장을 한 번에 바꿀 수 있나요?',
          answer: '네. 이미지를 모두 넣은 다음 너비를 한 번만 정해서 목록 전체에 적용하세요. 결과는 ZIP 하나로 받을 수 있어요.',
        },
      ],
    },
  },
  {
    slug: 'crop-image',
    kind: 'image',
    formats: ['jpeg', 'png', 'webp', 'avif', 'gif', 'bmp', 'tiff'],
    to: 'same',
    options: ['crop'],
    values: {},
    en: {
      title: 'Crop images',
      name: 'Crop image',
      description:
        'Crop JPG, PNG, WebP and other images in your browser, freely or to a ratio such as 1:1 or 16:9. Nothing is uploaded.',
      lead: 'Keep only the part of an image you want: drag the box, choose a ratio, or enter exact dimensions.',
      points: [
        'Choose a ratio such as 1:1, 4:3 or 16:9, or crop freely.',
        'Crop with the mouse, by touch, with the keyboard or by typing numbers.',
        'The part you cut off is removed from the file completely, even from the hidden thumbnail.',
      ],
      questions: [
        {
          question: 'Does cropping reduce the quality?',
          answer:
            'In PNG, BMP and TIFF images, every remaining pixel stays as it was. JPG, WebP and AVIF images are saved again at high quality, with no visible difference.',
        },
        {
          question: 'Can I crop animated GIFs?',
          answer: 'Yes. Every frame is cropped the same way, and the timing doesn’t change.',
        },
      ],
    },
    ko: {
      title: '이미지 자르기',
      name: '이미지 자르기',
      description:
        'JPG, PNG, WebP 등 이미지를 원하는 모양으로 자르거나 1:1, 16:9 같은 비율에 맞춰 잘라요. 파일을 업로드하지 않고 브라우저에서 처리해요.',
      lead: '상자를 움직이거나, 비율을 고르거나, 픽셀 수를 입력해서 필요한 부분만 남겨요.',
      points: [
        '1:1, 4:3, 16:9 같은 비율에 맞추거나 자유롭게 자를 수 있어요.',
        '마우스, 터치, 키보드로 자르거나 숫자를 직접 입력할 수 있어요.',
        '잘라 낸 부분은 파일에 든 미리보기 이미지에도 남지 않아요.',
      ],
      questions: [
        {
          question: '자르면 화질이 떨어지나요?',
          answer:
            '눈에 띄게 떨어지지는 않아요. PNG, BMP, TIFF는 남은 부분의 픽셀이 그대로예요. JPG, WebP, AVIF는 다시 압축하지만 높은 화질로 저장해요.',
        },
        {
          question: '움직이는 GIF도 자를 수 있나요?',
          answer: '네. 모든 프레임이 똑같이 잘리고 재생 속도는 달라지지 않아요.',
        },
      ],
    },
  },
  {
    slug: 'remove-photo-metadata',
    kind: 'image',
    formats: ['jpeg', 'png', 'webp', 'avif', 'tiff'],
    to: 'same',
    options: ['metadata'],
    values: { metadata: 'strip' },
    en: {
      title: 'Remove location and other metadata from photos',
      name: 'Remove photo metadata',
      description:
        'See where, when and with which camera a photo was taken, and remove that data before you share it. Nothing is uploaded.',
      lead: 'Photos can reveal where and when they were taken. See what your photos contain, and remove that data before you share them.',
      points: [
        'You’ll see the location, date, camera and author before anything is removed.',
        'The photo keeps its colors and its orientation.',
        'The photo never leaves your device, and neither does its location.',
      ],
      questions: [
        {
          question: 'What is removed?',
          answer:
            'Location, date, camera, lens, author, descriptions, editing history and the small preview inside the file. Only the color profile is kept.',
        },
        {
          question: 'Don’t messaging apps and social networks remove this data anyway?',
          answer:
            'Many do when you send images as photos, but not when you send them as files, by email or through cloud folders.',
        },
      ],
    },
    ko: {
      title: '사진 위치 정보(EXIF) 삭제',
      name: '사진 정보 삭제',
      description:
        '사진에 담긴 촬영 위치, 날짜, 카메라 정보를 확인하고 공유하기 전에 지워요. 파일을 업로드하지 않고 브라우저에서 처리해요.',
      lead: '사진에는 찍은 장소와 시간이 남아 있을 수 있어요. 어떤 정보가 있는지 보고 공유하기 전에 지우세요.',
      points: [
        '지우기 전에 장소, 날짜, 카메라, 작성자 정보를 보여 드려요.',
        '사진의 색과 방향은 그대로예요.',
        '사진을 기기 안에서만 처리하기 때문에 위치 정보도 기기 밖으로 나가지 않아요.',
      ],
      questions: [
        {
          question: '어떤 정보가 지워지나요?',
          answer: '위치, 날짜, 카메라와 렌즈, 작성자, 설명, 편집 기록, 파일에 든 작은 미리보기까지 지우고 색상 프로필만 남겨요.',
        },
        {
          question: '메신저나 SNS로 보내면 위치 정보가 자동으로 지워지나요?',
          answer:
            '지워 주는 서비스가 많지만 모두 그렇지는 않아요. 사진이 아니라 파일로 보내거나, 이메일이나 클라우드 폴더로 공유하면 위치 정보가 그대로 남아요.',
        },
      ],
    },
  },
  {
    slug: 'image-to-text',
    kind: 'image',
    formats: ['jpeg', 'png', 'heic', 'webp', 'avif', 'tiff', 'bmp'],
    to: 'txt',
    options: ['textLayout', 'textLanguage'],
    values: {},
    en: {
      title: 'Image to text: extract text from images',
      name: 'Image to text',
      description:
        'Extract text from photos, screenshots and scans in your browser, in English and Korean. JPG, PNG, HEIC, WebP, AVIF, TIFF and BMP are supported.',
      lead: 'Extract text from photos, screenshots and scans. Recognition runs on your device, in English and Korean.',
      points: [
        'Lines are joined into paragraphs, or kept as they are in the image if you prefer.',
        'Choose Word, Hangul, HTML or Markdown as the format to keep headings and tables, or Excel to get rows.',
        'Rotated and slightly slanted images are straightened before they’re read.',
      ],
      questions: [
        {
          question: 'Which images work best?',
          answer:
            'Sharp images of printed text, with letters at least 20 pixels high: scans at 200 dpi or more, screenshots, and photos taken from straight above in good light. Handwriting isn’t recognized.',
        },
        {
          question: 'Is my image uploaded?',
          answer:
            'No. The first time you use this, your browser downloads a text recognition engine with language data for English and Korean (5.6 MB). The image is then read on your device.',
        },
        {
          question: 'Why wasn’t any text found?',
          answer:
            'None of the lines could be read with confidence. Crop the image to the text, or take a sharper photo. Decorative lettering and text in other scripts aren’t recognized.',
        },
      ],
    },
    ko: {
      title: '이미지에서 텍스트 추출',
      name: '이미지 텍스트 추출',
      description:
        '사진, 스크린샷, 스캔 이미지의 글자를 브라우저에서 텍스트로 바꿔요. 한국어와 영어를 읽고 JPG, PNG, HEIC, WebP, AVIF, TIFF, BMP를 지원해요.',
      lead: '사진, 스크린샷, 스캔 이미지의 글자를 텍스트로 바꿔요. 한국어와 영어를 내 기기에서 인식해요.',
      points: [
        '여러 줄로 나뉜 글을 문단으로 이어 주고, 원하면 이미지에 보이는 대로 줄을 나눠요.',
        '제목과 표를 살리려면 워드, 한글, HTML, 마크다운을 고르고, 행으로 정리하려면 엑셀을 고르세요.',
        '돌아가 있거나 조금 기울어진 이미지는 바로잡은 뒤 인식해요.',
      ],
      questions: [
        {
          question: '어떤 이미지가 잘 인식되나요?',
          answer:
            '글자가 선명하게 인쇄되어 있고 높이가 20픽셀 이상이면 잘 인식돼요. 200dpi 이상으로 스캔한 이미지, 스크린샷, 밝은 곳에서 똑바로 내려다보고 찍은 사진이 좋아요. 손글씨는 인식하지 못해요.',
        },
        {
          question: '이미지를 업로드하나요?',
          answer: '아니요. 처음 쓸 때 인식 프로그램과 한국어·영어 데이터 5.6MB를 다운로드하고, 이미지는 내 기기에서 인식해요.',
        },
        {
          question: '글자가 없다고 나오는 이유가 뭔가요?',
          answer:
            '확실하게 읽은 줄이 하나도 없기 때문이에요. 글자가 있는 부분만 잘라서 넣거나 더 선명하게 찍어 보세요. 장식이 많은 글자나 한국어와 영어가 아닌 글은 인식하지 못해요.',
        },
      ],
    },
  },
];
