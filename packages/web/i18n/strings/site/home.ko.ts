import type { Translation } from '../../message.ts';
import type { home as source } from './home.en.ts';

export const home = {
  title: '브라우저에서 바로 하는 파일 변환',
  description:
    'JPG, PNG, WebP, AVIF, HEIC, PDF 같은 파일을 서로 변환하세요. 파일은 기기 밖으로 나가지 않고, 회원 가입도 필요 없어요.',
  heading: '업로드 없이 파일을 변환하세요',
  lead: '파일을 놓고, 형식을 고르고, 저장하면 끝이에요. 모든 작업은 내 기기에서 처리해요.',
  samples: '파일이 없다면 샘플로 해 보세요',
  sampleImage: '이미지(HEIC)',
  sampleDocument: '문서(DOCX)',
  sampleHwp: '한글 문서(HWP)',
  sampleFailed: '샘플 파일을 불러오지 못했어요. 인터넷 연결을 확인하고 다시 시도하거나, 내 파일을 선택하세요.',
  featuresHeading: '믿고 쓸 수 있어요',
  fastTitle: '빨라요',
  fastBody: '업로드하거나 차례를 기다릴 필요가 없어요. 가능하면 브라우저에 내장된 코덱을 써서 내 기기에서 바로 변환해요.',
  secureTitle: '파일이 밖으로 나가지 않아요',
  secureBody: '변환기는 파일을 어디에도 업로드하지 않아요. 다른 사이트로 가는 연결은 브라우저의 보안 정책으로도 막아 두었어요.',
  universalTitle: '내용을 보고 형식을 알아내요',
  universalBody: '확장자가 틀렸거나 없어도 괜찮아요. 한 번에 바꿀 수 없는 형식은 여러 변환기를 차례로 거쳐 바꿔요.',
  batchTitle: '한꺼번에 변환해요',
  batchBody: '폴더를 통째로 놓아도 돼요. 파일마다 형식을 고르고, 진행 상황을 보고, 결과를 ZIP 하나로 받으세요.',
} satisfies Translation<typeof source>;
