import type { Translation } from '../../message.ts';
import type { workbench as source } from './workbench.en.ts';

export const workbench = {
  actions: '작업',
  convertOne: '변환',
  convertFiles: { other: '파일 {count}개 변환' },
  filesAndSize: '{files} · {size}',
  runOne: '변환하고 있어요…',
  runCount: '{all}개 중 {done}개',
  runLeft: '{left} 남음',
  runProgress: '전체 진행률',
  runDone: { other: '파일 {count}개 변환 완료' },
  runFailed: { other: '{count}개 실패' },
  sizeChange: '{before} → {after} ({change})',
  cancelRun: '취소',
  pausedAt: '{all}개 중 {done}개에서 일시 정지',
  downloadZip: '모두 다운로드(.zip)',
  share: '공유',
  shareFailed: '기기에서 이 파일을 공유하지 못했어요. 대신 다운로드해 주세요.',
  clear: '모두 지우기',
  cleared: { other: '파일 {count}개를 지웠어요' },
  undo: '되돌리기',
  notifyMe: '끝나면 알림 받기',
  notified: '끝나면 알려 드릴게요',
  notificationTitle: { other: '파일 {count}개 변환 완료' },
  notificationBody: '탭을 열어 내려받으세요.',
} satisfies Translation<typeof source>;
