import { PDF_CONTENT_TOOLS, type PdfTool } from './pdf-content.ts';
import type { Tool } from './tool.ts';

const TOOLS: readonly PdfTool[] = [
  {
    slug: 'merge-pdf',
    options: ['pages'],
    values: {},
    combines: true,
    en: {
      title: 'Merge PDF files',
      name: 'Merge PDF',
      description:
        'Merge PDF files in your browser, in any order. Bookmarks, links, form fields and attachments are kept, and nothing is uploaded.',
      lead: 'Combine several PDFs into one, in the order you choose. The files stay on your device.',
      points: [
        'The bookmarks, links, form fields, attachments and tags of every file are kept.',
        'Pages are copied as they are: nothing is recompressed, and text stays text.',
        'You can also add Word, Excel and HWP files and images. They’re converted to PDF pages first.',
      ],
      questions: [
        {
          question: 'Can I choose individual pages from each file?',
          answer:
            'Yes. Open “Organize pages” to drag, rotate and delete the pages of all files, or type a list: pages are numbered continuously across all files, so 1-3, 7, 5 keeps those pages in that order.',
        },
        {
          question: 'What happens to form fields with the same name?',
          answer: 'A number is added to the later field’s name, so that each field keeps its own value.',
        },
      ],
    },
    ko: {
      title: 'PDF 합치기',
      name: 'PDF 합치기',
      description:
        '브라우저에서 PDF를 원하는 순서대로 합쳐요. 책갈피, 링크, 양식, 첨부 파일이 그대로 남고 파일은 업로드하지 않아요.',
      lead: '여러 PDF를 원하는 순서대로 한 파일로 합쳐요. 파일은 기기 밖으로 나가지 않아요.',
      points: [
        '파일마다 들어 있던 책갈피, 링크, 양식, 첨부 파일, 태그를 모두 옮겨요.',
        '페이지를 그대로 복사해서 화질이 떨어지지 않고 텍스트도 그대로예요.',
        '워드, 엑셀, 한글 파일과 이미지도 함께 넣을 수 있어요. 이런 파일은 먼저 PDF 페이지로 바꿔서 합쳐요.',
      ],
      questions: [
        {
          question: '파일마다 필요한 페이지만 고를 수 있나요?',
          answer:
            '네. ‘페이지 정리’에서 모든 파일의 페이지를 드래그해서 옮기고, 회전하고, 삭제할 수 있어요. 넣을 페이지의 번호를 직접 입력해도 돼요. 페이지 번호는 첫 파일부터 마지막 파일까지 이어져요. 1-3, 7, 5처럼 입력하면 입력한 페이지만 그 순서대로 들어가요.',
        },
        {
          question: '이름이 같은 양식 칸은 어떻게 되나요?',
          answer: '뒤에 오는 파일의 칸 이름에 번호를 붙여서 값이 섞이지 않게 해요.',
        },
      ],
    },
  },
  {
    slug: 'compare-pdf',
    options: [],
    values: {},
    operation: 'comparison',
    en: {
      title: 'Compare two PDF files',
      name: 'Compare PDF',
      description:
        'Compare two PDFs in your browser: words that were added, deleted, replaced or moved, and pixels that differ, side by side. Nothing is uploaded.',
      lead: 'See what changed between two versions of a document. Both stay on your device.',
      points: [
        'Words are compared across lines and pages, so text that only moved down isn’t marked. Moved paragraphs are listed once.',
        'Pixels are compared too: replaced images, colors and drawings are found even if no word changed.',
        'Download a PDF report with marks on both files, or the list of differences as text or JSON.',
      ],
      questions: [
        {
          question: 'Can I compare other documents, such as Word files?',
          answer:
            'Yes. Word, Hangul and other documents and images are converted to PDF on your device first, so you can compare a Word draft with its final PDF.',
        },
        {
          question: 'Can I compare scans?',
          answer:
            'Pages without text are compared by their pixels. To compare their words as well, recognize the text of both files with “PDF OCR” first, and compare the results.',
        },
        {
          question: 'What isn’t compared?',
          answer: 'Spaces, hyphens at the ends of lines, page numbers in headers and footers, file properties and attachments.',
        },
      ],
    },
    ko: {
      title: 'PDF 비교',
      name: 'PDF 비교',
      description:
        '두 PDF의 다른 점을 브라우저에서 나란히 보여 드려요. 추가·삭제·수정되거나 옮겨진 단어와 달라진 픽셀을 찾고, 파일은 업로드하지 않아요.',
      lead: '문서의 두 버전에서 무엇이 바뀌었는지 확인하세요. 두 파일 모두 기기 밖으로 나가지 않아요.',
      points: [
        '줄과 페이지가 바뀌어도 단어끼리 비교해서, 아래로 밀리기만 한 글은 표시하지 않아요. 옮겨진 문단은 한 번만 알려 드려요.',
        '픽셀도 비교해서 단어가 그대로여도 바뀐 이미지, 색, 그림을 찾아요.',
        '두 파일에 표시를 넣은 PDF 보고서나, 차이 목록을 텍스트와 JSON으로 다운로드할 수 있어요.',
      ],
      questions: [
        {
          question: '워드 파일 같은 다른 문서도 비교할 수 있나요?',
          answer:
            '네. 워드, 한글 등의 문서와 이미지는 먼저 기기에서 PDF로 바꿔요. 그래서 워드 초안과 최종 PDF도 비교할 수 있어요.',
        },
        {
          question: '스캔한 문서도 비교할 수 있나요?',
          answer:
            '텍스트가 없는 페이지는 픽셀만 비교해요. 단어까지 비교하려면 먼저 ‘PDF 텍스트 인식’으로 두 파일의 텍스트를 인식한 다음, 그 결과를 비교하세요.',
        },
        {
          question: '비교하지 않는 것은 무엇인가요?',
          answer: '띄어쓰기, 줄 끝의 하이픈, 머리말과 꼬리말의 페이지 번호, 문서 속성, 첨부 파일은 비교하지 않아요.',
        },
      ],
    },
  },
  {
    slug: 'split-pdf',
    options: ['split', 'splitPages', 'splitSize', 'pages'],
    values: { split: 'every' },
    en: {
      title: 'Split PDF into files',
      name: 'Split PDF',
      description:
        'Split a PDF in your browser: every few pages, at bookmarks, by file size or by page ranges. Each part contains only its own pages.',
      lead: 'Split one PDF into several files: every few pages, at its bookmarks, by size, or by page ranges.',
      points: [
        'Each part keeps the bookmarks, links and form fields of its pages.',
        'Parts contain nothing from other pages, not even hidden data.',
        'You can download all parts as one ZIP.',
      ],
      questions: [
        {
          question: 'How do I extract specific pages?',
          answer:
            'List them under “Pages”, such as 2-4, 9. With “One file per page range”, each range in the list becomes a separate file.',
        },
        {
          question: 'Why are some parts larger than the size I chose?',
          answer: 'A single page may already be larger than that. If so, it becomes a separate file.',
        },
      ],
    },
    ko: {
      title: 'PDF 나누기(분할)',
      name: 'PDF 나누기',
      description:
        'PDF를 페이지 수, 책갈피, 파일 크기, 페이지 범위에 따라 나눠요. 브라우저에서 처리하고, 나눈 파일에는 해당 페이지의 내용만 남아요.',
      lead: 'PDF 하나를 페이지 수, 책갈피, 파일 크기, 페이지 범위에 따라 여러 파일로 나눠요.',
      points: [
        '나눈 파일마다 해당 페이지의 책갈피, 링크, 양식이 남아요.',
        '다른 페이지의 내용은 보이지 않는 곳에도 남지 않아요.',
        '나눈 파일을 ZIP 하나로 받을 수 있어요.',
      ],
      questions: [
        {
          question: '특정 페이지만 추출하려면 어떻게 하나요?',
          answer: '‘페이지’에 2-4, 9처럼 입력하세요. ‘페이지 목록의 항목마다’를 고르면 항목마다 파일이 하나씩 만들어져요.',
        },
        {
          question: '정한 크기보다 큰 파일이 왜 생기나요?',
          answer: '한 페이지의 용량이 정한 크기보다 클 수 있기 때문이에요. 그런 페이지는 따로 파일 하나로 저장해요.',
        },
      ],
    },
  },
  {
    slug: 'compress-pdf',
    options: ['compress', 'targetSize'],
    values: { compress: 'balanced' },
    en: {
      title: 'Compress PDF',
      name: 'Compress PDF',
      description:
        'Make a PDF smaller in your browser, for printing, for email, or to fit a size you enter. Text stays sharp, and nothing is uploaded.',
      lead: 'Choose a quality, or enter a maximum file size. Text stays sharp and searchable.',
      points: [
        'Photos and scans are stored with fewer pixels and encoded with MozJPEG. Drawings and screenshots with few colors stay exactly as they are.',
        'Identical images and fonts are stored only once, and unused objects are removed.',
        'The result is never larger than the original. If the file can’t be made smaller, you get the original back.',
      ],
      questions: [
        {
          question: 'Which quality should I choose?',
          answer:
            '“Balanced” looks good on screen and in everyday printing. “For printing” keeps photos sharp on paper. “Smallest file” is meant for reading on screen. “No quality loss” leaves images unchanged.',
        },
        {
          question: 'How do I get below a website’s size limit?',
          answer:
            'Enter the limit as the target file size, such as 5000 for 5 MB. We lower the quality step by step until the file fits, and tell you if it can’t.',
        },
        {
          question: 'Why didn’t my file get much smaller?',
          answer:
            'Files that consist mostly of text are already small. Black-and-white scans, CMYK and JPEG 2000 images stay as they are.',
        },
      ],
    },
    ko: {
      title: 'PDF 용량 줄이기(압축)',
      name: 'PDF 압축',
      description:
        '브라우저에서 PDF 용량을 줄여요. 인쇄용이나 이메일용 화질을 고르거나 원하는 크기를 입력하세요. 글자는 선명하게 남고, 파일은 업로드하지 않아요.',
      lead: '화질을 고르거나 원하는 파일 크기를 입력하세요. 글자는 선명하게 남고 검색할 수도 있어요.',
      points: [
        '사진과 스캔은 해상도를 낮추고 MozJPEG로 다시 압축해요. 색이 적은 도표와 화면 캡처는 그대로 둬요.',
        '여러 번 쓴 이미지와 글꼴은 한 번만 저장하고, 쓰지 않는 데이터는 빼요.',
        '결과가 원본보다 커지는 일은 없어요. 줄일 수 없으면 원본을 그대로 돌려드려요.',
      ],
      questions: [
        {
          question: '어떤 화질을 골라야 하나요?',
          answer:
            '화면으로 보거나 사무실에서 인쇄한다면 ‘균형’이 좋아요. ‘인쇄용’을 고르면 종이에서도 사진이 선명하고, ‘가장 작게’는 화면으로만 볼 때 알맞아요. ‘화질 그대로’를 고르면 이미지는 바꾸지 않아요.',
        },
        {
          question: '사이트의 용량 제한에 맞추려면 어떻게 하나요?',
          answer:
            '‘목표 파일 크기’에 제한 용량을 kB 단위로 입력하세요. 5MB라면 5000이에요. 크기에 맞을 때까지 화질을 단계별로 낮추고, 맞출 수 없으면 알려 드려요.',
        },
        {
          question: '용량이 거의 줄지 않는 이유는 무엇인가요?',
          answer:
            '글자만 있는 파일은 원래 용량이 작아서 줄일 데이터가 거의 없어요. 흑백 스캔, CMYK 이미지, JPEG 2000 이미지는 다시 압축하지 않고 그대로 둬요.',
        },
      ],
    },
  },
  {
    slug: 'organize-pdf',
    options: ['pages'],
    values: {},
    en: {
      title: 'Organize PDF pages',
      name: 'Organize pages',
      description:
        'Reorder, delete, duplicate and rotate the pages of a PDF in your browser, using thumbnails. Links and bookmarks still point to the right pages.',
      lead: 'Drag pages into the order you want. Rotate, duplicate or delete them, insert blank pages, or split the file.',
      points: [
        'Links and bookmarks still point to the right pages after you’ve moved pages.',
        'Deleted pages are really gone: their text, images and metadata aren’t in the new file.',
        'Page labels such as iv or A-3 move with their pages.',
      ],
      questions: [
        {
          question: 'How do I write a page list?',
          answer:
            'The list is filled in when you move thumbnails, and you can also type it yourself. Separate pages with commas: 3, 1-2, 8- means page 3, then 1 and 2, then 8 to the end. 5@90 rotates page 5 to the right, and blank inserts an empty page. Semicolons start a new file. The API and the command line take the same list.',
        },
        {
          question: 'Can I organize pages with just a keyboard?',
          answer:
            'Yes. Arrow keys move between pages, Shift extends the selection, and Alt with an arrow key moves the selected pages. R rotates them, Delete deletes them, and Ctrl+Z undoes a change.',
        },
        {
          question: 'What happens to form fields on duplicated pages?',
          answer: 'The copy shows the current values but can’t be filled in, because a field can have only one value.',
        },
      ],
    },
    ko: {
      title: 'PDF 페이지 정리',
      name: '페이지 정리',
      description:
        '미리보기를 보면서 PDF 페이지의 순서를 바꾸고, 페이지를 삭제하거나 복제하거나 회전해요. 브라우저에서 처리하고, 링크와 책갈피도 옮긴 페이지에 맞게 바꿔요.',
      lead: '페이지를 드래그해서 순서를 바꾸세요. 회전하거나 복제하거나 삭제하고, 빈 페이지를 넣거나 파일을 나눌 수도 있어요.',
      points: [
        '페이지를 옮겨도 링크와 책갈피를 누르면 알맞은 페이지로 이동해요.',
        '삭제한 페이지의 텍스트, 이미지, 메타데이터는 새 파일에 전혀 남지 않아요.',
        'iv, A-3 같은 페이지 번호 표시도 페이지와 함께 옮겨요.',
      ],
      questions: [
        {
          question: '페이지 목록은 어떻게 쓰나요?',
          answer:
            '미리보기에서 페이지를 옮기면 목록이 자동으로 채워져요. 페이지 번호를 쉼표로 구분해 직접 입력해도 돼요. ‘3, 1-2, 8-’은 3페이지, 1~2페이지, 8페이지부터 끝까지라는 뜻이에요. ‘5@90’을 입력하면 5페이지를 오른쪽으로 돌리고, ‘blank’를 입력하면 빈 페이지를 넣어요. 세미콜론을 넣으면 그 뒤부터 새 파일이 돼요. API와 명령줄에서도 똑같이 쓸 수 있어요.',
        },
        {
          question: '키보드만으로도 쓸 수 있나요?',
          answer:
            '네. 화살표 키로 페이지를 오가고, Shift를 함께 눌러 여러 페이지를 선택하세요. 선택한 페이지는 Alt+화살표 키로 옮기고, R로 회전하고, Delete로 삭제할 수 있어요. 되돌리려면 Ctrl+Z를 누르세요.',
        },
        {
          question: '복제한 페이지의 양식은 어떻게 되나요?',
          answer:
            '복제한 페이지에는 지금 입력된 값만 보이고 새로 입력할 수 없어요. 양식 칸 하나에는 값을 하나만 저장할 수 있기 때문이에요.',
        },
      ],
    },
  },
  {
    slug: 'rotate-pdf',
    options: ['pages'],
    values: { pages: '@90' },
    en: {
      title: 'Rotate PDF pages',
      name: 'Rotate PDF',
      description:
        'Permanently rotate all pages of a PDF, or only some of them, in your browser. Only the orientation changes: text, links and quality stay the same.',
      lead: 'Rotate all pages or just some of them, and save the rotated PDF.',
      points: [
        '@90 rotates all pages to the right, @180 turns them upside down, and @270 rotates them to the left.',
        'To rotate individual pages, add the angle after the page number: “1-3, 4@90, 5-” rotates only page 4, by 90°.',
        'Rotation is lossless: pages are marked as rotated, and nothing is redrawn.',
      ],
      questions: [
        {
          question: 'Why isn’t the rotation saved when I rotate pages in my viewer?',
          answer: 'Most viewers only rotate the view. Here, the rotation is saved in the file, so every program shows it.',
        },
        {
          question: 'Can scanned pages be straightened?',
          answer: 'No. Pages can only be rotated by 90, 180 or 270 degrees, so a slightly slanted scan stays slanted.',
        },
      ],
    },
    ko: {
      title: 'PDF 회전',
      name: 'PDF 회전',
      description:
        'PDF의 전체 페이지나 일부 페이지를 회전해서 저장해요. 브라우저에서 처리해요. 방향만 바꾸기 때문에 텍스트, 링크, 화질은 그대로예요.',
      lead: '모든 페이지를 한꺼번에 돌리거나 원하는 페이지만 돌려서 저장해요.',
      points: [
        '@90을 입력하면 모든 페이지를 오른쪽으로 90도, @180을 입력하면 180도, @270을 입력하면 왼쪽으로 90도 돌려요.',
        '1-3, 4@90, 5-처럼 입력하면 4페이지만 오른쪽으로 돌려요.',
        '방향 정보만 바꾸고 다시 그리지 않아서 화질이 그대로예요.',
      ],
      questions: [
        {
          question: '뷰어에서 돌린 방향은 왜 저장되지 않나요?',
          answer:
            '대부분의 뷰어는 화면에 보이는 방향만 바꾸기 때문이에요. 이 도구는 방향을 파일에 저장해서 어디서나 똑같이 보여요.',
        },
        {
          question: '비뚤어진 스캔도 바로잡을 수 있나요?',
          answer: '아니요. 90도 단위로만 돌릴 수 있어서, 조금 기울어진 스캔은 바로잡지 못해요.',
        },
      ],
    },
  },
  {
    slug: 'ocr-pdf',
    options: ['recognize', 'textLanguage'],
    values: { recognize: 'on' },
    en: {
      title: 'PDF OCR: make scans searchable',
      name: 'PDF OCR',
      description:
        'Recognize the text in a scanned PDF in your browser, in English and Korean. The pages look the same, but you can search them and copy their text.',
      lead: 'Recognize the text on scanned pages on your device, and save a PDF you can search and copy text from.',
      points: [
        'The page images stay exactly as they are. The recognized words are added on top as invisible text.',
        'English and Korean are recognized, even on the same line, on upright, rotated and slightly slanted pages.',
        'Pages that already contain text aren’t changed, and each recognized page adds only a few kilobytes.',
      ],
      questions: [
        {
          question: 'How accurate is the recognition?',
          answer:
            'Cleanly printed pages produce few errors. Blurry photos, small print and unusual fonts produce more, so check names and numbers. You’ll see how many words were uncertain. Handwriting and vertical text aren’t recognized.',
        },
        {
          question: 'What is downloaded for this?',
          answer:
            'The first time you use this, your browser downloads two components: a text recognition engine with language data for English and Korean (5.6 MB) and a PDF engine (2 MB). Your file isn’t uploaded.',
        },
        {
          question: 'Can I turn a scan into Word or Excel?',
          answer:
            'Yes. Choose Word, Excel, Hangul or another format as the target instead of PDF. Up to ten scanned pages are recognized automatically. For longer scans, you choose whether to recognize the text.',
        },
      ],
    },
    ko: {
      title: 'PDF 텍스트 인식(OCR)',
      name: 'PDF 텍스트 인식',
      description:
        '스캔한 PDF의 글자를 브라우저에서 인식해요. 한국어와 영어를 지원해요. 페이지 모습은 그대로 두고 글자를 검색하고 복사할 수 있게 만들어요.',
      lead: '스캔한 페이지의 글자를 내 기기에서 인식해서 검색하고 복사할 수 있는 PDF로 저장해요.',
      points: [
        '페이지 이미지는 그대로 두고, 그 위에 보이지 않는 글자를 넣어요.',
        '한국어와 영어가 한 줄에 섞여 있어도 인식해요. 돌아가 있거나 조금 기울어진 페이지도 읽을 수 있어요.',
        '이미 텍스트가 있는 페이지는 바꾸지 않아요. 용량은 인식한 페이지마다 몇 kB만 늘어나요.',
      ],
      questions: [
        {
          question: '얼마나 정확한가요?',
          answer:
            '깨끗하게 인쇄한 페이지는 거의 정확하게 인식해요. 흐린 사진, 작은 글자, 특이한 글꼴은 잘못 읽기 쉬우니 이름과 숫자를 확인해 주세요. 확실하지 않은 단어가 몇 개인지 결과에서 알려 드려요. 손글씨와 세로쓰기는 인식하지 못해요.',
        },
        {
          question: '무엇을 다운로드하나요?',
          answer:
            '처음 쓸 때 인식 프로그램과 한국어·영어 데이터 5.6MB, PDF 프로그램 2MB를 다운로드해요. 파일은 업로드하지 않아요.',
        },
        {
          question: '스캔을 워드나 엑셀로 바꿀 수 있나요?',
          answer:
            '네. 변환할 형식으로 PDF 대신 워드, 엑셀, 한글 등을 고르세요. 스캔한 페이지가 10장 이하면 자동으로 인식하고, 10장이 넘으면 텍스트 인식을 직접 선택했을 때만 인식해요.',
        },
      ],
    },
  },
  {
    slug: 'protect-pdf',
    options: ['newPassword', 'ownerPassword', 'allowPrinting', 'allowCopying', 'allowEditing', 'allowForms'],
    values: {},
    en: {
      title: 'Protect PDF with a password',
      name: 'Protect PDF',
      description:
        'Encrypt a PDF with a password (AES-256) in your browser, and restrict printing, copying or editing. The password never leaves your device.',
      lead: 'Encrypt a PDF with AES-256. The password is used only on this device and isn’t stored.',
      points: [
        'Nobody can open the file without the password. A lost password can’t be recovered, so keep it safe.',
        'You can restrict printing, copying, editing and filling in forms.',
        'Screen readers can always read the text, no matter what you restrict.',
      ],
      questions: [
        {
          question: 'How secure are permissions?',
          answer:
            'They don’t protect much. Most programs respect them, but a program that ignores them can still copy text from a file that opens without a password. To really protect the content, set a password for opening the file.',
        },
        {
          question: 'Which programs can open the protected file?',
          answer:
            'Practically all current ones, such as Acrobat, browsers, Preview and Hancom PDF. AES-256 requires a program from 2010 or later.',
        },
      ],
    },
    ko: {
      title: 'PDF 비밀번호 설정',
      name: 'PDF 보호',
      description:
        'PDF에 비밀번호를 걸어 AES-256으로 암호화하고 인쇄, 복사, 편집을 제한해요. 브라우저에서 처리하기 때문에 비밀번호가 기기 밖으로 나가지 않아요.',
      lead: 'PDF를 AES-256으로 암호화해요. 비밀번호는 이 기기에서만 쓰고 저장하지 않아요.',
      points: [
        '비밀번호를 모르면 아무도 파일을 열 수 없어요. 잊어버린 비밀번호는 되찾을 수 없으니 잘 보관하세요.',
        '인쇄, 복사, 편집, 양식 입력을 제한할 수 있어요.',
        '권한을 제한해도 스크린 리더로는 언제나 내용을 읽을 수 있어요.',
      ],
      questions: [
        {
          question: '권한 제한은 얼마나 안전한가요?',
          answer:
            '권한 제한은 강제가 아니라 요청에 가까워요. 대부분의 프로그램은 제한을 따르지만, 따르지 않는 프로그램에서는 비밀번호 없이 열리는 파일의 내용을 복사할 수 있어요. 내용을 실제로 보호하려면 열기 비밀번호를 설정하세요.',
        },
        {
          question: '암호화한 파일은 어떤 프로그램에서 열리나요?',
          answer:
            'Acrobat, 브라우저, macOS 미리보기, 한컴 PDF를 비롯해 요즘 쓰는 프로그램에서는 거의 모두 열려요. AES-256으로 암호화한 파일을 열려면 2010년 이후에 나온 프로그램이 필요해요.',
        },
      ],
    },
  },
  {
    slug: 'unlock-pdf',
    options: ['password'],
    values: {},
    en: {
      title: 'Unlock PDF: remove the password',
      name: 'Unlock PDF',
      description:
        'Remove the password or restrictions from a PDF in your browser, if you’re allowed to change it. You need the password that opens it.',
      lead: 'Enter the password once, and save a copy without it.',
      points: [
        'You don’t need a password for files that only restrict printing or copying.',
        'If a file asks for a password when you open it, you need to know that password. We can’t guess or bypass it.',
        'The content stays exactly as it is.',
      ],
      questions: [
        {
          question: 'Can you open a file if I’ve lost the password?',
          answer: 'No. Good encryption has no back door. Ask the person who created the file.',
        },
        {
          question: 'Am I allowed to do this?',
          answer:
            'Only for files you own or are allowed to change. The restrictions may be required by a contract, so check first.',
        },
      ],
    },
    ko: {
      title: 'PDF 비밀번호 해제',
      name: 'PDF 잠금 해제',
      description:
        '내가 수정할 권한이 있는 PDF라면 비밀번호와 사용 제한을 브라우저에서 해제할 수 있어요. 열기 비밀번호는 알고 있어야 해요.',
      lead: '비밀번호를 한 번만 입력하면 비밀번호 없이 열리는 사본을 저장할 수 있어요.',
      points: [
        '인쇄나 복사만 제한된 파일은 비밀번호를 몰라도 제한을 해제할 수 있어요.',
        '열기 비밀번호는 꼭 알고 있어야 해요. 이 도구로 비밀번호를 알아내거나 우회할 수는 없어요.',
        '문서의 내용은 그대로예요.',
      ],
      questions: [
        {
          question: '비밀번호를 잊어버린 파일도 열 수 있나요?',
          answer: '아니요. 암호화된 내용을 비밀번호 없이 열 방법은 없어요. 파일을 만든 사람에게 비밀번호를 물어보세요.',
        },
        {
          question: '비밀번호를 해제해도 괜찮나요?',
          answer: '내 파일이거나 변경할 권한이 있는 파일이라면 괜찮아요. 계약에 따라 제한한 문서일 수도 있으니 먼저 확인하세요.',
        },
      ],
    },
  },
  {
    slug: 'watermark-pdf',
    options: ['watermark', 'watermarkPosition', 'watermarkOpacity', 'watermarkColour', 'watermarkSize'],
    values: {},
    en: {
      title: 'Add a watermark to PDF',
      name: 'Watermark PDF',
      description:
        'Add a text watermark such as “Confidential” to every page of a PDF in your browser. Choose any language, color and opacity.',
      lead: 'Add text across every page, in the color and opacity you choose.',
      points: [
        'Korean and other scripts work, because the characters you use are embedded in the file.',
        'The text on the pages stays selectable and searchable.',
        'The watermark adapts to rotated pages and different page sizes.',
      ],
      questions: [
        {
          question: 'Can someone remove the watermark?',
          answer:
            'Yes, with a PDF editor. A watermark shows what a file is for but doesn’t protect it. To protect the file, set a password.',
        },
        { question: 'Can the watermark be an image?', answer: 'Not yet. Only text is supported.' },
      ],
    },
    ko: {
      title: 'PDF 워터마크 넣기',
      name: '워터마크',
      description:
        'PDF 페이지마다 ‘대외비’ 같은 글자 워터마크를 넣어요. 한국어를 비롯한 여러 언어로 쓸 수 있고, 색과 진하기를 정할 수 있어요. 브라우저에서 처리해요.',
      lead: '모든 페이지에 원하는 색과 진하기로 글자를 넣어요.',
      points: [
        '입력한 글자의 글꼴을 파일에 포함해서 한글도 깨지지 않아요.',
        '본문 텍스트는 그대로 선택하고 검색할 수 있어요.',
        '회전된 페이지나 크기가 다른 페이지에도 알맞게 넣어요.',
      ],
      questions: [
        {
          question: '워터마크를 지울 수 있나요?',
          answer:
            '네, PDF 편집기가 있으면 누구나 지울 수 있어요. 워터마크는 용도를 알리는 표시일 뿐 문서를 보호하지는 않아요. 보호하려면 비밀번호를 설정하세요.',
        },
        { question: '이미지도 넣을 수 있나요?', answer: '아니요. 아직은 글자만 넣을 수 있어요.' },
      ],
    },
  },
  {
    slug: 'number-pdf-pages',
    options: ['numbering', 'numberStyle', 'firstNumber', 'markSize', 'header', 'footer'],
    values: { numbering: 'bottom-center' },
    en: {
      title: 'Add page numbers to PDF',
      name: 'Page numbers',
      description:
        'Add page numbers to a PDF in your browser. Choose their position, style and first number, and add a header or footer if you like.',
      lead: 'Add page numbers, a header or a footer to the margins of every page.',
      points: [
        'Choose from six positions and three styles, and start at any number.',
        'The header and footer can be in any language and contain {page} and {pages}.',
        'Numbers stay upright on rotated pages.',
      ],
      questions: [
        {
          question: 'Can I skip the cover?',
          answer: 'Yes. Split off the cover, number the remaining pages, then merge the two files.',
        },
        {
          question: 'Do the numbers change page labels?',
          answer: 'No. The labels that viewers show next to the thumbnails stay as they are.',
        },
      ],
    },
    ko: {
      title: 'PDF 페이지 번호 넣기',
      name: '페이지 번호',
      description:
        'PDF에 페이지 번호를 넣어요. 위치와 시작 번호를 정하고, 머리글과 바닥글도 함께 넣을 수 있어요. 브라우저에서 처리해요.',
      lead: '모든 페이지 여백에 페이지 번호, 머리글, 바닥글을 넣어요.',
      points: [
        '위치 6곳과 모양 3가지 중에서 고르고, 시작 번호를 정할 수 있어요.',
        '머리글과 바닥글에 한글을 쓸 수 있고, {page}(페이지 번호)나 {pages}(전체 페이지 수)도 넣을 수 있어요.',
        '회전된 페이지에도 번호를 똑바로 넣어요.',
      ],
      questions: [
        {
          question: '표지를 빼고 번호를 넣을 수 있나요?',
          answer: '네. 먼저 표지를 다른 파일로 나누고, 나머지 페이지에 번호를 넣은 다음 다시 합치세요.',
        },
        { question: '뷰어의 페이지 표시도 바뀌나요?', answer: '아니요. 뷰어의 축소판 옆에 나오는 번호는 그대로예요.' },
      ],
    },
  },
  {
    slug: 'redact-pdf',
    options: ['redactText', 'redactAreas'],
    values: {},
    en: {
      title: 'Redact PDF',
      name: 'Redact PDF',
      description:
        'Permanently remove names, numbers and other text from a PDF in your browser: from pages, metadata, attachments and earlier versions.',
      lead: 'Enter the words to remove, or draw over areas. Everything under the black bars is removed from the file, not just covered.',
      points: [
        'Words you enter are removed wherever they occur: on the pages and in bookmarks, form values, metadata and scripts.',
        'Attachments, comments and earlier versions of the file are removed completely.',
        'If a redaction covers an image, the whole page is converted to an image that includes the redaction.',
      ],
      questions: [
        {
          question: 'Does it find text in scans?',
          answer:
            'No. A scan contains only pixels. If no text is found, you’ll see a note with the result, and you can draw over areas of the pages instead. You can also recognize the text first with “PDF OCR”.',
        },
        {
          question: 'Why isn’t a black rectangle in an editor enough?',
          answer: 'It only covers the text, which can still be selected, searched and copied.',
        },
      ],
    },
    ko: {
      title: 'PDF 가리기(민감 정보 삭제)',
      name: 'PDF 가리기',
      description:
        'PDF에서 이름, 번호 같은 텍스트를 완전히 삭제해요. 페이지, 메타데이터, 첨부 파일, 이전 버전까지 브라우저에서 지워요.',
      lead: '가릴 단어를 입력하거나 영역을 그리세요. 검은 막대로 덮는 데 그치지 않고 그 아래에 있는 내용까지 파일에서 삭제해요.',
      points: [
        '가릴 단어를 페이지, 책갈피, 양식 값, 메타데이터, 스크립트에서 모두 찾아 지워요.',
        '첨부 파일, 메모, 파일의 이전 버전은 통째로 삭제해요.',
        '이미지의 일부를 가리면 그 페이지 전체를 검은 칸이 포함된 이미지로 바꿔요.',
      ],
      questions: [
        {
          question: '스캔한 문서에서도 텍스트를 찾나요?',
          answer:
            '아니요. 스캔한 페이지에는 텍스트 없이 픽셀만 있어요. 텍스트를 찾지 못하면 결과에서 알려 드려요. 그럴 때는 페이지 위에 가릴 영역을 직접 그리거나 ‘PDF 텍스트 인식’으로 텍스트를 먼저 인식하세요.',
        },
        {
          question: '편집기에서 검은 사각형으로 덮어도 되나요?',
          answer: '아니요. 사각형으로 덮어도 그 아래에 텍스트가 그대로 남아서, 누구나 선택하고 검색하고 복사할 수 있어요.',
        },
      ],
    },
  },
  {
    slug: 'remove-pdf-metadata',
    options: ['documentInfo', 'title', 'author', 'subject', 'keywords'],
    values: { documentInfo: 'strip' },
    en: {
      title: 'Remove metadata from PDF',
      name: 'PDF metadata',
      description:
        'Remove the author, program, dates and other metadata from a PDF in your browser, or set a new title and author. The pages stay the same.',
      lead: 'Remove traces of who created a PDF, when, and with which program, or set your own title and author.',
      points: [
        'Document properties, XMP, private program data, comment dates and thumbnails are removed.',
        'Earlier versions stored in the file aren’t copied.',
        'You can set a new title, author, subject and keywords.',
      ],
      questions: [
        {
          question: 'Is metadata inside images removed too?',
          answer: 'Only partly. The XMP metadata of images is removed, but camera data inside JPG images is kept.',
        },
        {
          question: 'Are names in the text removed?',
          answer: 'No, the pages stay as they are. To remove text, use “Redact PDF”.',
        },
      ],
    },
    ko: {
      title: 'PDF 메타데이터 삭제',
      name: 'PDF 메타데이터',
      description:
        'PDF에서 작성자, 프로그램, 날짜 같은 메타데이터를 삭제하거나 제목과 작성자를 바꿔요. 브라우저에서 처리하고 페이지는 그대로예요.',
      lead: '문서를 누가 언제 어떤 프로그램으로 만들었는지 적힌 정보를 지우거나, 제목과 작성자를 새로 입력하세요.',
      points: [
        '문서 속성, XMP, 프로그램이 남긴 데이터, 메모 날짜, 축소판을 삭제해요.',
        '원본에 이전 버전이 남아 있더라도 새 파일에는 옮기지 않아요.',
        '제목, 작성자, 주제, 키워드를 새로 입력할 수도 있어요.',
      ],
      questions: [
        {
          question: '이미지 속 메타데이터도 지우나요?',
          answer: '일부만 지워요. 이미지에 붙은 XMP는 지우지만, JPG 이미지 안에 든 카메라 정보는 지우지 않아요.',
        },
        {
          question: '본문에 적힌 이름도 지우나요?',
          answer: '아니요. 페이지 내용은 그대로예요. 본문에 적힌 이름을 지우려면 ‘PDF 가리기’를 쓰세요.',
        },
      ],
    },
  },
  {
    slug: 'pdf-pages-per-sheet',
    options: ['pagesPerSheet', 'paperSize'],
    values: { pagesPerSheet: '2' },
    en: {
      title: 'Several PDF pages per sheet',
      name: 'Pages per sheet',
      description:
        'Put 2, 4, 6, 9 or 16 PDF pages on each sheet in your browser, or create a booklet to fold. Links and bookmarks still work.',
      lead: 'Save paper by putting several pages on each sheet, or create a booklet to print, fold and staple.',
      points: [
        'Pages stay sharp, because they aren’t turned into images.',
        'Links and bookmarks point to the new sheets.',
        'To print a booklet, choose two-sided printing and flip on the short edge.',
      ],
      questions: [
        { question: 'What happens to form fields?', answer: 'They keep their current values but can’t be filled in anymore.' },
        {
          question: 'How large are the sheets?',
          answer: 'They’re the same size as the first page, unless you choose A4, Letter or another size.',
        },
      ],
    },
    ko: {
      title: 'PDF 모아 찍기',
      name: '모아 찍기',
      description:
        'PDF를 한 장에 2, 4, 6, 9, 16페이지씩 모으거나, 접어서 보는 소책자로 만들어요. 브라우저에서 처리하고 링크와 책갈피도 그대로 남아요.',
      lead: '한 장에 여러 페이지를 모으거나, 인쇄해서 접는 소책자를 만들어요.',
      points: [
        '페이지를 이미지로 바꾸지 않고 그대로 배치해서 선명해요.',
        '링크와 책갈피를 누르면 새로 배치한 장으로 이동해요.',
        '소책자는 ‘짧은 쪽으로 넘기기’를 선택해 양면 인쇄하세요.',
      ],
      questions: [
        { question: '양식은 어떻게 되나요?', answer: '지금 입력된 값은 그대로 보이지만 새로 입력할 수는 없어요.' },
        { question: '용지 크기는 어떻게 정하나요?', answer: '첫 페이지와 같은 크기로 하거나 A4, Letter 등에서 고를 수 있어요.' },
      ],
    },
  },
  {
    slug: 'resize-pdf-pages',
    options: ['paperSize'],
    values: { paperSize: 'a4' },
    en: {
      title: 'Resize PDF pages',
      name: 'Resize pages',
      description:
        'Scale PDF pages to A4, Letter or another size in your browser. Links, comments and form fields move with the content, and text stays text.',
      lead: 'Scale all pages to one paper size, such as A4 or Letter.',
      points: [
        'Pages keep their proportions and are centered on the new paper.',
        'Portrait pages stay portrait, and landscape pages stay landscape.',
        'Links, comments and form fields move with the content.',
      ],
      questions: [
        {
          question: 'What happens to pages of different sizes?',
          answer: 'Each is scaled to fit the paper. Smaller pages are enlarged, and larger ones are reduced.',
        },
        {
          question: 'Does the file get smaller?',
          answer: 'Not much, because images keep all of their pixels. To make it smaller, use “Compress PDF”.',
        },
      ],
    },
    ko: {
      title: 'PDF 페이지 크기 변경',
      name: '페이지 크기 변경',
      description:
        'PDF 페이지를 A4, Letter 등 원하는 용지 크기에 맞춰요. 브라우저에서 처리하고 링크, 메모, 양식도 내용과 함께 옮겨요.',
      lead: '모든 페이지를 A4, Letter 등 한 가지 용지 크기에 맞춰요.',
      points: [
        '비율을 유지하면서 내용을 새 용지 가운데에 놓아요.',
        '세로 페이지는 세로로, 가로 페이지는 가로로 맞춰요.',
        '링크, 메모, 양식도 내용과 함께 옮겨요.',
      ],
      questions: [
        {
          question: '페이지마다 크기가 다르면 어떻게 되나요?',
          answer: '모든 페이지를 고른 용지 크기에 맞춰요. 작은 페이지는 키우고 큰 페이지는 줄여요.',
        },
        {
          question: '파일이 작아지나요?',
          answer: '아니요. 이미지의 픽셀을 바꾸지 않아서 용량이 거의 그대로예요. 용량을 줄이려면 ‘PDF 압축’을 쓰세요.',
        },
      ],
    },
  },
  {
    slug: 'flatten-pdf',
    options: ['flatten'],
    values: { flatten: true },
    en: {
      title: 'Flatten PDF forms and comments',
      name: 'Flatten PDF',
      description:
        'Turn form fields, comments and stamps into part of a PDF’s pages in your browser, so that nobody can change them by accident.',
      lead: 'Form values, comments and stamps become part of the page.',
      points: [
        'Values can’t be changed by accident, and they print the same everywhere.',
        'Text stays text, so it can be searched and copied.',
        'Links stay clickable.',
      ],
      questions: [
        { question: 'Can a flattened form be filled in again?', answer: 'No. Keep the original.' },
        {
          question: 'Why wasn’t a field flattened?',
          answer:
            'Some programs don’t store a field’s appearance, so it can’t be drawn on the page. You’ll see a note with the result. Open the file in a viewer, save it, and try again.',
        },
      ],
    },
    ko: {
      title: 'PDF 양식과 메모 고정(병합)',
      name: 'PDF 고정',
      description:
        'PDF의 양식 값, 메모, 도장을 페이지에 그려 넣어 바꿀 수 없게 해요. 브라우저에서 처리하고, 텍스트는 그대로 검색할 수 있어요.',
      lead: '양식 값, 메모, 도장을 페이지의 일부로 만들어요.',
      points: [
        '실수로 값을 바꿀 일이 없고 어디서나 똑같이 인쇄돼요.',
        '텍스트는 그대로 검색하고 복사할 수 있어요.',
        '링크는 그대로 누를 수 있어요.',
      ],
      questions: [
        {
          question: '고정한 양식에 다시 입력할 수 있나요?',
          answer: '아니요. 나중에 다시 입력할 일이 있을 수 있으니 원본을 보관하세요.',
        },
        {
          question: '왜 일부 칸은 고정되지 않나요?',
          answer:
            '칸의 모양을 저장하지 않는 프로그램에서 만든 PDF이기 때문이에요. 이런 칸이 있으면 결과에서 알려 드려요. 뷰어에서 열어 한 번 저장한 뒤 다시 시도해 주세요.',
        },
      ],
    },
  },
  {
    slug: 'repair-pdf',
    options: ['documentInfo'],
    values: {},
    en: {
      title: 'Repair PDF',
      name: 'Repair PDF',
      description:
        'Repair a damaged PDF in your browser: we find every page that can still be read and write a new, valid file. Nothing is uploaded.',
      lead: 'If a PDF doesn’t open or shows an error, we collect everything that can still be read and write a new file.',
      points: [
        'Rebuilds a missing or wrong internal index, and fixes wrong lengths, missing ends and extra data.',
        'Files that were only partly downloaded keep the pages that arrived.',
        'Text, images, links and form fields stay as they are on every page that can be read.',
      ],
      questions: [
        {
          question: 'What can’t be repaired?',
          answer:
            'Pages that aren’t in the file anymore, such as the rest of an interrupted download. If possible, download or copy the file again. Images and drawings with damaged data stay damaged. Encrypted files that are damaged often can’t be opened either.',
        },
        {
          question: 'How do I know whether pages are missing?',
          answer: 'Compare the number of pages with the original. If the file was cut off, you’ll see a note with the result.',
        },
      ],
    },
    ko: {
      title: 'PDF 복구',
      name: 'PDF 복구',
      description:
        '손상된 PDF를 브라우저에서 복구해요. 아직 읽을 수 있는 페이지를 모두 찾아 정상적인 새 파일로 저장하고, 파일은 업로드하지 않아요.',
      lead: 'PDF가 열리지 않거나 오류가 나면, 읽을 수 있는 내용을 모두 모아 새 파일로 저장하세요.',
      points: [
        '빠지거나 틀린 내부 색인, 잘못된 길이, 잘린 끝부분, 불필요한 데이터를 바로잡아요.',
        '다운로드하다 끊긴 파일은 받은 데까지의 페이지를 살려요.',
        '읽을 수 있는 페이지의 텍스트, 이미지, 링크, 양식은 그대로예요.',
      ],
      questions: [
        {
          question: '복구할 수 없는 파일도 있나요?',
          answer:
            '다운로드하다 끊겨서 파일에 아예 없는 페이지는 되살릴 수 없어요. 가능하면 파일을 다시 다운로드하거나 복사하세요. 데이터가 손상된 이미지와 그림은 손상된 채로 남아요. 암호화된 파일이 손상되면 열지 못할 때가 많아요.',
        },
        {
          question: '빠진 페이지가 있는지 어떻게 알 수 있나요?',
          answer: '원본과 페이지 수를 비교해 보세요. 파일이 중간에 잘렸으면 결과에서 알려 드려요.',
        },
      ],
    },
  },
];

export const PDF_TOOLS: readonly Tool[] = [...TOOLS, ...PDF_CONTENT_TOOLS].map((tool) => ({
  kind: 'pdf',
  formats: ['pdf'],
  to: 'pdf',
  ...tool,
}));
