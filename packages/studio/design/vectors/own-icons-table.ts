/** Things that the emoji lack, drawn in their manner within 32 × 32 units. Data only. */
type OwnIcon = {
  readonly group: string;
  readonly en: readonly [string, ...string[]];
  readonly ko: readonly [string, ...string[]];
  readonly markup: string;
};

export const OWN_ICONS: Readonly<Record<string, OwnIcon>> = {
  'own-table': {
    group: 'furniture',
    en: ['table', 'desk', 'wooden table', 'dining table'],
    ko: ['탁자', '책상', '테이블', '식탁'],
    markup:
      '<path fill="#7d4533" d="M4.5 15h3.4l-1 15h-2.6zM24.100 15h3.400l.2 15h-2.600z"/><path fill="#8f5541" d="M6 16h20v4H6z"/><path fill="#a56953" d="M2.500 12h27a1.500 1.500 0 0 1 1.500 1.500v1a1.500 1.500 0 0 1-1.500 1.500h-27A1.500 1.500 0 0 1 1 14.500v-1A1.500 1.500 0 0 1 2.500 12"/>',
  },
  'own-bench': {
    group: 'furniture',
    en: ['bench', 'park bench'],
    ko: ['벤치', '긴 의자'],
    markup:
      '<path fill="#636363" d="M5 12h2v17H5zM25 12h2v17h-2z"/><path fill="#a56953" d="M2 12h28v3H2zM2 16.500h28v2.500H2z"/><path fill="#8f5541" d="M1.500 21.500h29V25h-29z"/>',
  },
  'own-lighthouse': {
    group: 'place-building',
    en: ['lighthouse', 'light house'],
    ko: ['등대'],
    markup:
      '<path fill="#f4f4f4" d="M12.200 10h7.600L22 28H10z"/><path fill="#f8312f" d="M11.700 14h8.600l.5 4h-9.600zM10.700 22h10.600l.5 4H10.200z"/><path fill="#636363" d="M10.500 9h11v1.800h-11z"/><path fill="#ffce7c" d="M12.500 5h7v4h-7z"/><path fill="#ca0b4a" d="M16 1l4.500 4h-9z"/><path fill="#9b9b9b" d="M8 27.500h16a1 1 0 0 1 1 1V30H7v-1.500a1 1 0 0 1 1-1"/><path fill="#402a32" d="M14.700 24.500a1.300 1.300 0 0 1 2.600 0v3h-2.600z"/>',
  },
  'own-hanok': {
    group: 'place-building',
    en: ['hanok', 'hanok house', 'korean house', 'traditional korean house'],
    ko: ['한옥', '기와집'],
    markup:
      '<path fill="#9b9b9b" d="M3 27h26v3H3z"/><path fill="#f3eee1" d="M5 15h22v12H5z"/><path fill="#7d4533" d="M5 15h2v12H5zM12 15h2v12h-2zM18 15h2v12h-2zM25 15h2v12h-2z"/><path fill="#e1d8c0" d="M14 17.500h4V27h-4z"/><path fill="#a56953" d="M14 17.500h4v1h-4zM15.700 17.500h.6V27h-.6zM14 22h4v.7h-4zM8 18h3v5H8zM21 18h3v5h-3z"/><path fill="#f3eee1" d="M8.600 18.600h1.800v3.800H8.600zM21.600 18.600h1.800v3.800h-1.800z"/><path fill="#4a5257" d="M.8 15.500C4 15 6.500 12 8 7.500c5 1 11 1 16 0 1.500 4.500 4 7.500 7.200 8-9 1.500-21 1.500-30.400 0"/><path fill="#636c72" d="M7.200 6.200c5.800 1.500 11.800 1.500 17.600 0l.4 2c-6 1.500-12.400 1.500-18.400 0z"/>',
  },
  'own-vase': {
    group: 'vase',
    en: ['vase', 'flower vase'],
    ko: ['꽃병', '화병', '청자'],
    markup:
      '<path fill="#44911b" d="M15.400 4h1.200v9h-1.200zM10.500 6.500l4.500 7 1-.7-4.400-7zM21.500 6.500l-4.500 7-1-.7 4.400-7z"/><path fill="#ff8fb1" d="M16 1a3.200 3.200 0 1 1 0 6.400A3.200 3.200 0 0 1 16 1m-5.800 2.800a2.800 2.800 0 1 1 0 5.600 2.800 2.800 0 0 1 0-5.600m11.600 0a2.800 2.800 0 1 1 0 5.600 2.800 2.800 0 0 1 0-5.600"/><path fill="#ffce7c" d="M16 3.200a1 1 0 1 1 0 2 1 1 0 0 1 0-2m-5.800 2.500a.9.900 0 1 1 0 1.800.9.900 0 0 1 0-1.800m11.600 0a.9.900 0 1 1 0 1.800.9.900 0 0 1 0-1.800"/><path fill="#6fb7a8" d="M12 12.500h8c-.3 2-.2 2.800 1.200 4.300 4.300 4.600 2.300 11-1.700 13.200h-7c-4-2.200-6-8.600-1.700-13.200 1.400-1.500 1.500-2.300 1.200-4.300"/><path fill="#8fd0c2" d="M11.500 12h9v1.500h-9zM11 20c-.8 1.700-.9 3.500-.3 5.200l1.300-.4c-.5-1.500-.4-2.900.2-4.300z"/>',
  },
  'own-windmill': {
    group: 'place-building',
    en: ['windmill'],
    ko: ['풍차'],
    markup:
      '<path fill="#d9a679" d="M11.500 12h9L23 30H9z"/><path fill="#b97e54" d="M11 12.500L16 7l5 5.500z"/><path fill="#7d4533" d="M14 25a2 2 0 0 1 4 0v5h-4zM14.800 17h2.400v3h-2.400z"/><path fill="#f4f4f4" d="M16 11.500L27 3l1.500 2zM16 11.500L5 3 3.500 5zM16 11.500l9.500 9.500 1.800-1.800zM16 11.500L6.500 21l-1.800-1.800z"/><path fill="#402a32" d="M16 10a1.600 1.600 0 1 1 0 3.200 1.600 1.600 0 0 1 0-3.200"/>',
  },
  'own-street-lamp': {
    group: 'lamp-post',
    en: ['street lamp', 'lamp post', 'street light', 'lamppost'],
    ko: ['가로등'],
    markup:
      '<path fill="#4a5257" d="M15.200 11h1.600v17h-1.600zM13 28h6v2h-6z"/><path fill="#ffce7c" d="M12.500 5h7l-1.300 6h-4.400z"/><path fill="#4a5257" d="M16 1.500l4.500 3.500h-9zM13.500 10.500h5v1.200h-5z"/>',
  },
  'own-fence': {
    group: 'furniture',
    en: ['fence', 'wooden fence'],
    ko: ['울타리', '담장'],
    markup:
      '<path fill="#d9a679" d="M1 18h30v2.200H1zM1 24h30v2.200H1z"/><path fill="#f0c79c" d="M3 30V15l2-2.500L7 15v15zM9 30V15l2-2.500 2 2.500v15zM15 30V15l2-2.500 2 2.500v15zM21 30V15l2-2.500 2 2.500v15zM27 30V15l1.500-2.500L30 15v15z"/>',
  },
};
