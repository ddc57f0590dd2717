import type { Translation } from '../message.ts';
import type { shell as source } from './shell.en.ts';

export const shell = {
  skipToContent: '본문으로 건너뛰기',
  mainNavigation: '주 메뉴',
  openMenu: '메뉴 열기',
  closeMenu: '메뉴 닫기',
  homeLink: '{brand} 홈',
  switchLanguage: '이 페이지를 {language}로 보기',
  theme: '화면 모드',
  themeSystem: '기기 설정과 같게',
  themeLight: '밝게',
  themeDark: '어둡게',
  themeNow: '화면 모드: {theme}',
  footerBlurb: '파일은 내 기기 안에서 변환돼요. 어디에도 업로드하지 않아요.',
  footerConvert: '변환',
  footerAbout: '안내',
  navHome: '홈',
  navConverter: '파일 변환기',
  navLicenses: '오픈소스 라이선스',
  copyright: '© {year} {brand}',
  errorTitle: '문제가 생겼어요',
  errorBody: '페이지를 표시하지 못했어요. 새로고침해 보고, 계속되면 홈에서 다시 시작해 주세요.',
  errorReload: '새로고침',
} satisfies Translation<typeof source>;
