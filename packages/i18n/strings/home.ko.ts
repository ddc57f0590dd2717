import type { Translation } from '../message.ts';
import type { home as source } from './home.en.ts';

export const home = {
  title: '브라우저에서 바로 하는 파일 변환',
  description: 'JPG, PNG, WebP, AVIF, HEIC, PDF 같은 이미지 파일을 서로 변환하세요. 파일은 내 기기를 떠나지 않고, 회원 가입도 필요 없어요.',
  heading: '업로드 없이 파일을 변환하세요',
  lead: '파일을 놓고, 형식을 고르고, 저장하면 끝이에요. 모든 작업은 내 기기에서 이루어져요.',
  featuresHeading: '이렇게 만든 이유',
  fastTitle: '빨라요',
  fastBody: '업로드도 대기열도 없어요. 내 기기의 프로세서가 직접 변환하고, 브라우저에 들어 있는 코덱을 먼저 써요.',
  secureTitle: '파일이 밖으로 나가지 않아요',
  secureBody: '이 페이지는 파일을 어디로도 보낼 수 없어요. 보안 정책이 이 사이트 말고는 모든 주소를 막고, 이 사이트에도 파일을 받는 곳이 없어요.',
  universalTitle: '다양한 형식을 읽어요',
  universalBody: '이름이 아니라 내용을 보고 어떤 파일인지 알아내요. 바로 바꿀 길이 없으면 여러 변환기를 이어서 바꿔요.',
  batchTitle: '한꺼번에 변환해요',
  batchBody: '폴더를 통째로 놓아도 돼요. 파일마다 형식을 고르고, 진행 상황을 보고, 결과를 zip 하나로 받으세요.',
} satisfies Translation<typeof source>;
