import type { Format } from './format.ts';
import { all, at, starts, text } from './signature.ts';
import { isJar, isJavaClass, isMachO, isPortableExecutable } from './sniff/executable.ts';
import { isText } from './sniff/markup.ts';
import { zipHolds } from './sniff/zip.ts';

/** Programs and packages of them. Nothing converts these; a person is told what the file is. */
export const FORMATS: readonly Format[] = [
  { id: 'exe', family: 'program', name: 'EXE', title: { en: 'Windows program', ko: '윈도우 프로그램' }, extensions: ['exe', 'com', 'scr', 'sys', 'ocx', 'cpl'], mediaTypes: ['application/vnd.microsoft.portable-executable'], signatures: [text('MZ')], matches: isPortableExecutable },
  { id: 'dll', family: 'program', name: 'DLL', title: { en: 'Windows library', ko: '윈도우 라이브러리' }, extensions: ['dll'], mediaTypes: ['application/vnd.microsoft.portable-executable'], signatures: [text('MZ')], matches: isPortableExecutable, weak: true },
  { id: 'dos-exe', family: 'program', name: 'DOS program', title: { en: 'DOS program', ko: '도스 프로그램' }, extensions: ['exe'], mediaTypes: ['application/x-dosexec'], signatures: [text('MZ')], weak: true },
  { id: 'elf', family: 'program', name: 'ELF', title: { en: 'Linux program', ko: '리눅스 프로그램' }, extensions: ['elf', 'so', 'o', 'bin', 'axf'], mediaTypes: ['application/x-elf'], signatures: [starts('7f454c46')] },
  { id: 'macho', family: 'program', name: 'Mach-O', title: { en: 'macOS program', ko: '맥OS 프로그램' }, extensions: ['macho', 'dylib'], mediaTypes: ['application/x-mach-binary'], signatures: [starts('feedface'), starts('feedfacf'), starts('cefaedfe'), starts('cffaedfe'), starts('cafebabe')], matches: isMachO },
  { id: 'wasm', family: 'program', name: 'WebAssembly', title: { en: 'WebAssembly module', ko: '웹어셈블리 모듈' }, extensions: ['wasm'], mediaTypes: ['application/wasm'], signatures: [starts('0061736d')] },
  { id: 'class', family: 'program', name: 'Java class', title: { en: 'Java class file', ko: '자바 클래스 파일' }, extensions: ['class'], mediaTypes: ['application/java-vm'], signatures: [starts('cafebabe')], matches: isJavaClass },
  { id: 'dex', family: 'program', name: 'DEX', title: { en: 'Android bytecode', ko: '안드로이드 바이트코드' }, extensions: ['dex'], mediaTypes: ['application/x-dex'], signatures: [starts('6465780a30')] },
  { id: 'apk', family: 'program', name: 'APK', title: { en: 'Android app', ko: '안드로이드 앱' }, extensions: ['apk', 'xapk'], mediaTypes: ['application/vnd.android.package-archive'], signatures: [starts('504b0304')], matches: zipHolds('AndroidManifest.xml', 'classes.dex'), keywords: ['앱'] },
  { id: 'ipa', family: 'program', name: 'IPA', title: { en: 'iPhone app', ko: '아이폰 앱' }, extensions: ['ipa'], mediaTypes: ['application/x-ios-app'], signatures: [starts('504b0304')], matches: zipHolds('Payload/'), keywords: ['앱'] },
  { id: 'jar', family: 'program', name: 'JAR', title: { en: 'Java archive', ko: '자바 아카이브' }, extensions: ['jar', 'war', 'ear'], mediaTypes: ['application/java-archive'], signatures: [starts('504b0304')], matches: isJar },
  { id: 'xpi', family: 'program', name: 'XPI', title: { en: 'Firefox add-on', ko: '파이어폭스 부가 기능' }, extensions: ['xpi'], mediaTypes: ['application/x-xpinstall'], signatures: [starts('504b0304')], weak: true },
  { id: 'crx', family: 'program', name: 'CRX', title: { en: 'Chrome extension', ko: '크롬 확장 프로그램' }, extensions: ['crx'], mediaTypes: ['application/x-chrome-extension'], signatures: [text('Cr24')] },
  { id: 'msi', family: 'program', name: 'MSI', title: { en: 'Windows installer', ko: '윈도우 설치 프로그램' }, extensions: ['msi', 'msp'], mediaTypes: ['application/x-msi'], signatures: [starts('d0cf11e0a1b11ae1')], weak: true },
  { id: 'deb', family: 'program', name: 'DEB', title: { en: 'Debian package', ko: '데비안 패키지' }, extensions: ['deb'], mediaTypes: ['application/vnd.debian.binary-package'], signatures: [all(text('!<arch>\n'), text('debian-binary', 8))] },
  { id: 'rpm', family: 'program', name: 'RPM', title: { en: 'RPM package', ko: 'RPM 패키지' }, extensions: ['rpm'], mediaTypes: ['application/x-rpm'], signatures: [starts('edabeedb')] },
  { id: 'appimage', family: 'program', name: 'AppImage', title: { en: 'Linux AppImage', ko: '리눅스 앱이미지' }, extensions: ['appimage'], mediaTypes: ['application/vnd.appimage'], signatures: [all(starts('7f454c46'), at(8, '414902'))] },
  { id: 'lnk', family: 'program', name: 'LNK', title: { en: 'Windows shortcut', ko: '윈도우 바로 가기' }, extensions: ['lnk'], mediaTypes: ['application/x-ms-shortcut'], signatures: [starts('4c0000000114020000000000c000000000000046')] },
  { id: 'oxt', family: 'program', name: 'OXT', title: { en: 'LibreOffice extension', ko: '리브레오피스 확장' }, extensions: ['oxt'], mediaTypes: ['application/vnd.openofficeorg.extension'], signatures: [starts('504b0304')], weak: true },
  { id: 'bat', family: 'program', name: 'Script', title: { en: 'Windows script', ko: '윈도우 스크립트' }, extensions: ['bat', 'cmd', 'ps1'], mediaTypes: ['application/x-bat'] },
  { id: 'sh', family: 'program', name: 'Shell script', title: { en: 'Shell script', ko: '셸 스크립트' }, extensions: ['sh', 'bash'], mediaTypes: ['application/x-sh'], signatures: [text('#!')], matches: isText, weak: true },
];
