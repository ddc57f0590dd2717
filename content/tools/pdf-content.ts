import type { Tool } from './tool.ts';

export type PdfTool = Omit<Tool, 'kind' | 'formats' | 'to'> & Partial<Pick<Tool, 'to'>>;

/** Tools for what is on the pages of a PDF, or attached to it. */
export const PDF_CONTENT_TOOLS: readonly PdfTool[] = [
  {
    slug: 'extract-images-from-pdf',
    to: 'zip',
    options: ['extract', 'pages'],
    values: { extract: 'images' },
    en: {
      title: 'Extract images from a PDF',
      name: 'Extract images',
      description:
        'Save all images in a PDF at their original resolution, right in your browser. JPG photos are copied byte for byte, and nothing is uploaded.',
      lead: 'Save the images in a PDF as separate files, at their stored resolution.',
      points: [
        'Most JPG and JPEG 2000 images are copied exactly as stored, with no further loss of quality.',
        'All other images, such as CMYK images and images with a mask, become PNGs. Masked areas become transparent.',
        'An image that appears on many pages, such as a logo, is saved only once.',
      ],
      questions: [
        {
          question: 'How is this different from PDF to JPG?',
          answer:
            'PDF to JPG turns each page into one image. Here, you get the individual images on the pages, at their own size and without the text around them.',
        },
        {
          question: 'Why is a drawing or a chart missing?',
          answer:
            'Charts and logos are often made of lines and shapes, so there’s no image to extract. Convert the page to SVG or PNG instead. Tiny inline images, which are part of a page’s drawing commands, aren’t extracted either.',
        },
      ],
    },
    ko: {
      title: 'PDF 이미지 추출',
      name: '이미지 추출',
      description:
        'PDF에 들어 있는 이미지를 원본 해상도 그대로 저장해요. JPG 사진은 다시 압축하지 않고 그대로 복사하고, 파일은 업로드하지 않아요.',
      lead: 'PDF 속 이미지를 저장된 해상도 그대로 파일로 꺼내요.',
      points: [
        'JPG와 JPEG 2000 이미지는 대부분 다시 압축하지 않고 그대로 복사해요.',
        'CMYK 이미지와 마스크가 있는 이미지 등 나머지는 PNG로 저장하고, 마스크로 가린 부분은 투명하게 만들어요.',
        '로고처럼 여러 페이지에 쓰인 이미지는 한 번만 저장해요.',
      ],
      questions: [
        {
          question: 'PDF를 JPG로 변환하는 것과 무엇이 다른가요?',
          answer:
            'PDF를 JPG로 변환하면 페이지 전체가 이미지 한 장이 돼요. 여기서는 페이지에 들어 있는 이미지를 하나씩, 주변 글자 없이 원래 크기로 꺼내요.',
        },
        {
          question: '도표나 로고가 빠지는 이유는 무엇인가요?',
          answer:
            '도표와 로고는 이미지가 아니라 선과 도형으로 그려져 있어서 꺼낼 수 없을 때가 많아요. 이때는 페이지를 SVG나 PNG로 변환해 보세요. 페이지의 그리기 명령에 직접 들어 있는 아주 작은 인라인 이미지는 꺼내지 않아요.',
        },
      ],
    },
  },
  {
    slug: 'extract-pdf-attachments',
    to: 'zip',
    options: ['extract'],
    values: { extract: 'attachments' },
    en: {
      title: 'Extract attachments from a PDF',
      name: 'Extract attachments',
      description: 'Save all files attached to a PDF as one ZIP in your browser, including those pinned to its pages.',
      lead: 'Save all files that are attached to a PDF, even if your viewer doesn’t show them.',
      points: [
        'We find all attached files, such as XML invoices and spreadsheets, whether they’re attached to the document or to individual pages.',
        'The content of attached files isn’t changed, and their names and dates are kept.',
        'Attached files are saved but never opened.',
      ],
      questions: [
        {
          question: 'Are attachments safe to open?',
          answer:
            'Treat them like email attachments. We remove paths and hidden characters from their names, but we don’t check what’s inside.',
        },
        {
          question: 'What if the PDF doesn’t have any attachments?',
          answer: 'You’ll see a message instead of getting an empty ZIP.',
        },
      ],
    },
    ko: {
      title: 'PDF 첨부 파일 추출',
      name: '첨부 파일 추출',
      description:
        'PDF에 첨부된 파일을 브라우저에서 ZIP 하나로 저장해요. 첨부 목록에 있는 파일과 페이지에 붙인 파일을 모두 찾아요.',
      lead: 'PDF에 첨부된 파일을 뷰어에 보이지 않는 것까지 모두 꺼내요.',
      points: [
        '전자세금계산서 XML이나 엑셀 파일처럼 문서나 페이지에 첨부된 파일을 모두 찾아요.',
        '내용은 바꾸지 않고 이름과 날짜도 그대로 둬요.',
        '첨부 파일은 저장만 하고 열지 않아요.',
      ],
      questions: [
        {
          question: '첨부 파일을 열어도 안전한가요?',
          answer:
            '안전하다고 장담할 수는 없으니 이메일 첨부 파일처럼 조심해서 여세요. 파일 이름에서 경로와 숨은 문자는 없애지만, 파일 내용은 검사하지 않아요.',
        },
        { question: '첨부 파일이 없으면 어떻게 되나요?', answer: '빈 ZIP 대신 안내 메시지가 나와요.' },
      ],
    },
  },
  {
    slug: 'grayscale-pdf',
    options: ['grayscale', 'pages'],
    values: { grayscale: true },
    en: {
      title: 'Convert a PDF to grayscale',
      name: 'PDF to grayscale',
      description:
        'Turn a color PDF into black, white and gray, in your browser. Text stays text, links keep working, and nothing is uploaded.',
      lead: 'Text, lines, images and gradients become shades of gray, on every page.',
      points: [
        'Text isn’t turned into an image: you can still search, select and copy it.',
        'Color photos are stored with one gray value per pixel instead of several color values, so many files get smaller.',
        'RGB, CMYK and spot colors are all converted, including those in form fields and comments.',
      ],
      questions: [
        {
          question: 'Does this save color ink?',
          answer:
            'Yes, in most cases. Some printers mix gray from colored inks, so also choose black-and-white printing in the print dialog.',
        },
        {
          question: 'Can the colors be restored?',
          answer: 'No, so keep the original. Grayscale doesn’t hide anything, though: to remove content, use “Redact PDF”.',
        },
      ],
    },
    ko: {
      title: 'PDF 흑백 변환',
      name: 'PDF 흑백 변환',
      description:
        '컬러 PDF를 브라우저에서 흑백(회색조)으로 바꿔요. 글자는 그대로 검색되고 링크도 남아요. 파일은 업로드하지 않아요.',
      lead: '모든 페이지의 글자, 선, 이미지, 그라데이션을 회색조로 바꿔요.',
      points: [
        '글자를 이미지로 만들지 않아서 그대로 검색하고 선택하고 복사할 수 있어요.',
        '컬러 사진의 픽셀마다 회색 값 하나만 저장하기 때문에 파일 용량도 대개 줄어들어요.',
        'RGB, CMYK, 별색을 모두 바꾸고 양식과 메모의 색도 바꿔요.',
      ],
      questions: [
        {
          question: '컬러 잉크를 아낄 수 있나요?',
          answer:
            '대부분 아낄 수 있어요. 다만 컬러 잉크를 섞어 회색을 만드는 프린터도 있으니 인쇄 창에서 흑백 인쇄도 함께 선택하세요.',
        },
        {
          question: '색을 되돌릴 수 있나요?',
          answer:
            '아니요. 되돌릴 수 없으니 원본을 꼭 보관하세요. 흑백으로 바꿔도 내용은 가려지지 않으니, 내용을 지우려면 ‘PDF 가리기’를 쓰세요.',
        },
      ],
    },
  },
  {
    slug: 'pdf-to-pdfa',
    options: ['archive', 'title', 'author', 'pages'],
    values: { archive: true },
    en: {
      title: 'Convert a PDF to PDF/A',
      name: 'PDF to PDF/A',
      description:
        'Convert a PDF to PDF/A-2b, the format that archives, courts and public offices ask for, in your browser. Nothing is uploaded.',
      lead: 'Turn a PDF into an archive file (PDF/A-2b) that contains all the fonts, colors and information it needs.',
      points: [
        'Text in embedded fonts, links and bookmarks are kept.',
        'Scripts and attachments are removed. Form fields and comments become part of the pages.',
        'Pages with fonts that aren’t embedded, CMYK colors or JPEG 2000 images become images at 200 dpi. You’ll see how many.',
      ],
      questions: [
        {
          question: 'How is the result checked?',
          answer:
            'We check the fonts, colors, transparency, actions, layers and metadata by our own rules, which we test with independent programs. We don’t check the widths of letters inside embedded fonts, and we aren’t a certified validator. If you need proof, check the file with veraPDF, which is free.',
        },
        {
          question: 'Can a PDF/A file have a password?',
          answer:
            'No. PDF/A doesn’t allow passwords or restrictions. If your PDF has a password, enter it, and the result opens without one.',
        },
      ],
    },
    ko: {
      title: 'PDF를 PDF/A로 변환',
      name: 'PDF/A 변환',
      description:
        '기록 보관소, 법원, 공공기관에서 요구하는 PDF/A-2b 형식으로 PDF를 변환해요. 브라우저에서 처리하고 파일은 업로드하지 않아요.',
      lead: '필요한 글꼴과 색 정보를 모두 파일 안에 담은 보존용 PDF(PDF/A-2b)로 바꿔요.',
      points: [
        '포함된 글꼴로 쓴 글자, 링크, 책갈피는 그대로 남아요.',
        '스크립트와 첨부 파일은 지우고, 양식과 메모는 페이지에 합쳐요.',
        '포함되지 않은 글꼴, CMYK 색, JPEG 2000 이미지가 있는 페이지는 200dpi 이미지로 바꾸고, 몇 쪽인지 알려 드려요.',
      ],
      questions: [
        {
          question: '결과는 어떻게 검사하나요?',
          answer:
            '글꼴, 색, 투명도, 동작, 레이어, 메타데이터를 직접 만든 규칙으로 검사하고, 이 규칙은 다른 프로그램으로 시험해요. 포함된 글꼴 안의 글자 너비는 검사하지 않고, 공인 검증 도구도 아니에요. 증명이 필요하면 무료 프로그램인 veraPDF로 확인하세요.',
        },
        {
          question: 'PDF/A 파일에 비밀번호를 걸 수 있나요?',
          answer:
            '아니요. PDF/A에는 비밀번호나 사용 제한을 둘 수 없어요. 원본에 비밀번호가 있으면 입력해 주세요. 결과 파일은 비밀번호 없이 열려요.',
        },
      ],
    },
  },
  {
    slug: 'crop-pdf',
    options: ['cropAreas', 'cropTop', 'cropRight', 'cropBottom', 'cropLeft'],
    values: {},
    en: {
      title: 'Crop PDF pages',
      name: 'Crop PDF',
      description:
        'Crop one or all pages of a PDF in your browser: draw a box around the part to keep, or enter the margins to cut off. Nothing is uploaded.',
      lead: 'Draw a box around the part to keep, on all pages or just one.',
      points: [
        'Draw directly on the page with a mouse, by touch or with the keyboard.',
        'You can also enter the margins to cut off, in millimeters.',
        'Nothing is redrawn, so text and images keep their quality.',
      ],
      questions: [
        {
          question: 'Is cropped content removed?',
          answer: 'No. It’s only hidden, and a PDF editor can show it again. To remove content, use “Redact PDF”.',
        },
        {
          question: 'What if pages have different sizes?',
          answer:
            'The area is measured from the top left corner of each page. If a page needs a different area, turn on “Only this page” and draw there.',
        },
      ],
    },
    ko: {
      title: 'PDF 자르기(여백 제거)',
      name: 'PDF 자르기',
      description:
        'PDF 페이지에서 남길 부분을 표시하거나 잘라 낼 여백을 입력하세요. 모든 페이지를 자르거나 한 페이지만 자를 수 있고, 파일은 업로드하지 않아요.',
      lead: '남길 부분을 표시해서 모든 페이지를 한꺼번에 자르거나 한 페이지만 잘라요.',
      points: [
        '페이지에서 남길 영역을 마우스, 터치, 키보드로 바로 표시해요.',
        '여백을 밀리미터 단위로 잘라 낼 수도 있어요.',
        '페이지를 다시 그리지 않아서 글자와 이미지의 품질이 그대로예요.',
      ],
      questions: [
        {
          question: '잘라 낸 내용은 삭제되나요?',
          answer: '아니요. 화면에서 숨기기만 해서 PDF 편집기로 다시 볼 수 있어요. 삭제하려면 ‘PDF 가리기’를 쓰세요.',
        },
        {
          question: '페이지마다 크기가 다르면 어떻게 되나요?',
          answer:
            '표시한 영역을 각 페이지의 왼쪽 위를 기준으로 똑같이 적용해요. 다르게 자를 페이지에서는 ‘이 페이지만’을 켜고 영역을 표시하세요.',
        },
      ],
    },
  },
  {
    slug: 'sign-pdf',
    options: ['additions', 'flatten'],
    values: {},
    en: {
      title: 'Sign a PDF',
      name: 'Sign PDF',
      description:
        'Sign a PDF in your browser: draw your signature, type it, or use a photo of it. The document and the signature stay on your device.',
      lead: 'Draw your signature, type it, or use a photo of it, then drag it into place.',
      points: [
        'Draw with a finger, pen or mouse. The lines are stored as curves and stay sharp at any size.',
        'The white paper of a photographed or scanned signature becomes transparent.',
        'Add the date and other text next to your signature. The rest of the page stays as it is.',
      ],
      questions: [
        {
          question: 'Is this a digital signature?',
          answer:
            'No. It adds a visible handwritten signature, which is enough for many forms and agreements. It contains no certificate, so programs can’t verify who signed or whether the file was changed later.',
        },
        {
          question: 'Is my signature stored anywhere?',
          answer:
            'It’s in the PDF you save. Nothing is uploaded. Until you convert or remove the file, an unfinished draft is kept on this device, so that it isn’t lost when the page closes.',
        },
        {
          question: 'What happens to existing digital signatures?',
          answer:
            'They’re removed, because they become invalid once the file changes. You’ll see a note. Keep the original if you need them.',
        },
      ],
    },
    ko: {
      title: 'PDF 서명 넣기',
      name: 'PDF 서명',
      description:
        '브라우저에서 PDF에 서명하세요. 직접 그리거나 이름을 입력하거나 서명 사진을 넣을 수 있어요. 문서와 서명은 기기 밖으로 나가지 않아요.',
      lead: '서명을 그리거나 입력하거나 사진으로 넣고, 원하는 곳으로 끌어 놓으세요.',
      points: [
        '손가락, 펜, 마우스로 그려요. 곡선으로 저장해서 확대해도 선명해요.',
        '서명을 찍은 사진이나 스캔에서 흰 종이 부분을 투명하게 만들어요.',
        '날짜 같은 텍스트도 함께 넣을 수 있고, 페이지의 나머지 내용은 그대로예요.',
      ],
      questions: [
        {
          question: '전자서명인가요?',
          answer:
            '아니요. 손으로 쓴 서명 모양을 넣는 기능이에요. 인증서가 없어서 누가 서명했는지, 나중에 문서가 바뀌었는지는 프로그램으로 확인할 수 없어요.',
        },
        {
          question: '서명이 어딘가에 저장되나요?',
          answer:
            '서명은 저장한 PDF에만 들어가고 업로드되지 않아요. 다만 페이지를 닫아도 잃어버리지 않도록, 변환하거나 목록에서 지우기 전까지 작업 내용을 이 기기에만 보관해요.',
        },
        {
          question: '이미 있던 전자서명은 어떻게 되나요?',
          answer:
            '기존 전자서명을 제거하고 알려 드려요. 파일 내용이 바뀌면 전자서명이 무효가 되기 때문이에요. 전자서명이 필요하면 원본을 보관하세요.',
        },
      ],
    },
  },
  {
    slug: 'digitally-sign-pdf',
    options: [],
    values: {},
    operation: 'signature',
    en: {
      title: 'Digitally sign a PDF with a certificate',
      name: 'Digital signature',
      description:
        'Sign a PDF with your certificate (.p12 or .pfx) in your browser, as PAdES. Earlier signatures stay valid, and neither the file nor the key is uploaded.',
      lead: 'Sign a PDF with your own certificate, so that others can check who signed it and that nothing changed since.',
      points: [
        'The signature follows PAdES (B-B), the European standard that PDF programs check.',
        'It’s appended to the file: the pages stay byte for byte as they are, and earlier signatures stay valid.',
        'The certificate, its password and the file stay on your device. The password isn’t stored.',
      ],
      questions: [
        {
          question: 'Which certificates can I use?',
          answer:
            'A .p12 or .pfx file with your private key (RSA, or the curves P-256, P-384 and P-521) and its certificate. Whether others trust the signature depends on who issued the certificate: PDF programs show self-made certificates as unknown.',
        },
        {
          question: 'Can I see the signature on the page?',
          answer:
            'No. PDF programs show it in their signature panel. For a handwritten signature on the page, use “Sign PDF” first, and sign digitally last, because any later change makes the digital signature invalid.',
        },
        {
          question: 'Does it include a trusted time?',
          answer:
            'No. That would need a time stamping service on the internet. The signature states the time of your device’s clock.',
        },
      ],
    },
    ko: {
      title: '인증서로 PDF 전자서명하기',
      name: '전자서명',
      description:
        '내 인증서(.p12, .pfx)로 PDF에 PAdES 전자서명을 브라우저에서 넣어요. 앞선 서명은 그대로 유효하고, 파일과 개인 키는 업로드하지 않아요.',
      lead: '내 인증서로 서명하면, 누가 서명했는지와 그 뒤에 문서가 바뀌지 않았는지를 다른 사람이 확인할 수 있어요.',
      points: [
        'PDF 프로그램이 확인하는 유럽 표준 PAdES(B-B) 형식으로 서명해요.',
        '서명을 파일 끝에 덧붙여서 페이지는 한 바이트도 바뀌지 않고, 앞선 서명도 그대로 유효해요.',
        '인증서와 비밀번호, 파일은 기기 밖으로 나가지 않아요. 비밀번호는 저장하지 않아요.',
      ],
      questions: [
        {
          question: '어떤 인증서를 쓸 수 있나요?',
          answer:
            '개인 키(RSA, P-256, P-384, P-521)와 인증서가 함께 든 .p12나 .pfx 파일을 쓸 수 있어요. 다른 사람이 서명을 믿을 수 있는지는 인증서를 발급한 기관에 달려 있어요. 직접 만든 인증서는 PDF 프로그램에 알 수 없는 발급자로 표시돼요.',
        },
        {
          question: '서명이 페이지에 보이나요?',
          answer:
            '아니요. PDF 프로그램의 서명 패널에 표시돼요. 손으로 쓴 서명을 페이지에 넣으려면 ‘PDF 서명’을 먼저 하고 전자서명은 마지막에 하세요. 전자서명한 뒤에 파일을 바꾸면 서명이 무효가 돼요.',
        },
        {
          question: '공인된 시각이 들어가나요?',
          answer: '아니요. 그러려면 인터넷의 시점 확인 서비스가 필요해요. 서명에는 기기의 시계에 표시된 시각이 들어가요.',
        },
      ],
    },
  },
  {
    slug: 'add-text-to-pdf',
    options: ['additions', 'flatten'],
    values: {},
    en: {
      title: 'Add text and images to a PDF',
      name: 'Add text to PDF',
      description:
        'Add text, images and a signature to a PDF in your browser. Fonts for any script are embedded, and nothing is uploaded.',
      lead: 'Place text, images and a signature anywhere on the pages.',
      points: [
        'Fonts are embedded for Korean and other scripts, so the text looks the same everywhere and can be searched.',
        'Move items with a mouse, by touch or with the keyboard, and repeat them on any pages.',
        'Transparent PNG and WebP images stay transparent. Images wider or taller than 2,400 pixels are scaled down.',
      ],
      questions: [
        {
          question: 'Can I change text that is already in the PDF?',
          answer:
            'No. A PDF stores letters at fixed positions, not paragraphs. Convert the file to Word to edit its text, or cover it with “Redact PDF” and add new text.',
        },
        {
          question: 'Can I add the same items to many files?',
          answer:
            'Yes, on the command line: the option “additions” takes a list as JSON, such as [{"type": "text", "text": "Copy", "x": 40, "y": 40}]. The API accepts it too, but only up to 4,000 characters, which isn’t enough for images.',
        },
      ],
    },
    ko: {
      title: 'PDF 텍스트·이미지 넣기',
      name: 'PDF 텍스트 넣기',
      description:
        '브라우저에서 PDF 페이지에 텍스트, 이미지, 서명을 넣어요. 한글 글꼴을 파일에 넣어 어디서나 똑같이 보이고, 파일은 업로드하지 않아요.',
      lead: '텍스트, 이미지, 서명을 페이지의 원하는 곳에 넣으세요.',
      points: [
        '한글 글꼴까지 파일에 넣기 때문에 어디서나 똑같이 보이고 검색도 돼요.',
        '마우스, 터치, 키보드로 옮기고, 여러 페이지에 한꺼번에 넣을 수 있어요.',
        'PNG와 WebP 이미지의 투명한 부분은 그대로 투명하게 들어가요. 긴 쪽이 2,400픽셀을 넘는 이미지는 줄여서 넣어요.',
      ],
      questions: [
        {
          question: 'PDF에 이미 있는 글자도 고칠 수 있나요?',
          answer:
            '아니요. PDF에는 문단 구조 없이 글자와 그 위치만 저장되어 있는 경우가 많아서, 여기서는 원래 있던 글을 바로 고칠 수 없어요. 워드로 변환해서 고치거나, 바꿀 부분을 ‘PDF 가리기’로 지운 다음 새 텍스트를 넣으세요.',
        },
        {
          question: '여러 파일에 똑같이 넣을 수 있나요?',
          answer:
            '네. 명령줄에서 additions 옵션에 목록을 JSON으로 넣으세요. 예: [{"type": "text", "text": "사본", "x": 40, "y": 40}] API에서는 옵션에 4,000자까지만 쓸 수 있어서 이미지는 넣을 수 없어요.',
        },
      ],
    },
  },
  {
    slug: 'fill-pdf-form',
    options: ['fields', 'flatten'],
    values: {},
    en: {
      title: 'Fill in a PDF form',
      name: 'Fill in forms',
      description:
        'Fill in a PDF form in your browser and save it. Fonts for Korean and other scripts are embedded, and what you type isn’t uploaded.',
      lead: 'Type in the fields on the page, then save the form to send or print it.',
      points: [
        'You fill in text fields, check boxes, radio buttons and lists right on the page.',
        'What you type looks the same everywhere, because fonts are embedded for Korean and other scripts.',
        'With “Flatten”, the values become part of the page and can’t be changed by accident.',
      ],
      questions: [
        {
          question: 'Why doesn’t my form have any fields?',
          answer:
            'Many forms have only printed lines and boxes instead of real fields. XFA forms can’t be filled in here either.',
        },
        {
          question: 'Are totals calculated?',
          answer: 'No. Scripts in the form don’t run, for your safety, so enter calculated values yourself.',
        },
        {
          question: 'Can I fill in many forms at once?',
          answer:
            'Yes, with the API or the command line: the option “fields” takes the values as JSON, such as {"name": "Kim", "agreed": true}.',
        },
      ],
    },
    ko: {
      title: 'PDF 양식 채우기(작성)',
      name: '양식 채우기',
      description:
        'PDF 양식의 칸을 브라우저에서 채우고 저장해요. 한글 글꼴을 파일에 넣어 어디서나 똑같이 보이고, 입력한 내용은 업로드하지 않아요.',
      lead: '페이지 위의 칸에 바로 입력하고 저장해서 보내거나 인쇄하세요.',
      points: [
        '텍스트 칸, 체크 박스, 라디오 버튼, 목록을 페이지 위에서 바로 채워요.',
        '한글 글꼴도 파일에 넣어서 어디서나 똑같이 보여요.',
        '‘양식과 메모 고정’을 켜면 값이 페이지의 일부가 되어 실수로 바뀌지 않아요.',
      ],
      questions: [
        {
          question: '입력할 칸이 없다고 나오는 이유는 무엇인가요?',
          answer: '선과 네모만 그려져 있고 실제 입력 칸은 없는 양식일 수 있어요. XFA로 만든 양식도 여기서는 채울 수 없어요.',
        },
        {
          question: '합계는 자동으로 계산되나요?',
          answer: '아니요. 안전을 위해 양식에 든 스크립트를 실행하지 않아요. 계산이 필요한 값은 직접 입력하세요.',
        },
        {
          question: '여러 양식을 한꺼번에 채울 수 있나요?',
          answer: '네. API나 명령줄에서 fields 옵션에 값을 JSON으로 넣으세요. 예: {"name": "김바꿈", "agreed": true}',
        },
      ],
    },
  },
];
