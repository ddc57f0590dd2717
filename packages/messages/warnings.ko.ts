import type { WarningCode } from '@bakkum/conversion/engine';

/** 변환은 됐지만 알아 둘 것. */
export const warnings = {
  'animation-flattened': '움직임을 담지 못하는 형식이라 첫 장면만 들어갔어요.',
  'pages-dropped': '첫 페이지만 들어갔어요.',
  'depth-reduced': '색 깊이가 채널마다 8비트로 줄었어요.',
  'transparency-flattened': '투명한 부분을 배경색으로 채웠어요.',
  'colours-reduced': '형식이 담을 수 있는 만큼 색 수를 줄였어요.',
  'metadata-dropped': '일부 메타데이터는 옮기지 못했어요.',
  'profile-converted': '색을 sRGB로 바꿨어요.',
  'fonts-substituted': '일부 글꼴을 다른 글꼴로 바꿨어요.',
  'fonts-replaced': '여기에 없는 글꼴을 비슷한 글꼴로 바꿨어요: {fonts}',
  'resized-to-fit': '형식의 한계에 맞춰 이미지를 줄였어요.',
  'less-faithful': '가장 좋은 방법으로는 변환되지 않아 더 단순한 방법을 썼어요. 원본과 비교해 확인해 주세요.',
  'damaged-source': '손상된 파일이에요. 읽을 수 있는 부분까지 변환했어요.',
  'frames-dropped': '일부 프레임은 옮기지 못했어요.',
  'tracks-dropped': '트랙을 하나만 담는 형식이라 주 트랙만 들어갔어요.',
  'subtitles-dropped': '자막은 옮기지 못했어요.',
  'chapters-dropped': '챕터는 옮기지 못했어요.',
  'attachments-dropped': '파일에 첨부된 글꼴 등은 옮기지 못했어요.',
  'cover-dropped': '표지 이미지는 옮기지 못했어요.',
  'entries-dropped': '압축을 풀면 폴더 밖에 쓰이게 되는 항목 {count}개는 뺐어요.',
  'pictures-dropped': '문서에 든 그림 일부 또는 전부를 옮기지 못했어요.',
  'scanned-pages': '스캔한 페이지는 그림으로 남았어요. 글자를 편집할 수 없어요.',
  'styles-dropped': '글자 색이나 위치 같은 모양 일부는 옮기지 못했어요.',
  'characters-replaced': '고른 인코딩에 없는 글자 {count}개는 물음표로 바뀌었어요.',
  'channels-mixed': '서라운드 소리를 스테레오로 섞었어요.',
} as const satisfies Record<WarningCode, string>;
