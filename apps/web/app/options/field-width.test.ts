import { describe, expect, it } from 'vitest';
import { needsWholeLine } from './field-width.ts';

describe('needsWholeLine', () => {
  it('keeps short fields at half the width', () => {
    expect(needsWholeLine({ label: 'Target file size (kB)' })).toBe(false);
    expect(needsWholeLine({ label: '회전', choices: ['안 함', '오른쪽으로 90°'] })).toBe(false);
    expect(needsWholeLine({ label: 'Crop', hint: 'x,y,width,height in pixels' })).toBe(false);
  });

  it('widens fields whose label, hint or a choice is longer than half a line', () => {
    expect(needsWholeLine({ label: 'Password to change permissions' })).toBe(true);
    expect(needsWholeLine({ label: 'Header', hint: 'Page:x,y,width,height in points from the top left.' })).toBe(true);
    expect(needsWholeLine({ label: 'Metadata', choices: ['Remove', 'Keep (dates, camera, colors)'] })).toBe(true);
  });

  it('counts Hangul twice, as it is twice as wide', () => {
    expect(needsWholeLine({ label: '투명도', choices: ['배경색으로 채우기'] })).toBe(true);
    expect(needsWholeLine({ label: '권한을 바꾸는 비밀번호' })).toBe(false);
    expect(needsWholeLine({ label: '머리글, 바닥글, 쪽 번호 크기' })).toBe(true);
  });
});
