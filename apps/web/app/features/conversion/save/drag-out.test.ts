import { afterEach, describe, expect, test, vi } from 'vitest';
import { downloadData, dragOut } from './drag-out.ts';

vi.mock('../../../document/tell-visit.ts', () => ({ tellVisit: vi.fn() }));

const RESULT = { blob: new Blob(['x'], { type: 'image/png' }), name: 'photo.png' };

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('dragging a result out', () => {
  test('is offered where the browser downloads what is dropped, and only for a single result', () => {
    expect(dragOut(RESULT)).toEqual({});
    vi.stubGlobal('showDirectoryPicker', () => undefined);
    expect(dragOut(RESULT).draggable).toBe(true);
    expect(dragOut(undefined)).toEqual({});
  });

  test('names the type, the file and the address, without colons in the name', () => {
    const address = 'blob:https://bakkum.example/1';
    expect(downloadData({ name: 'a:b.png', type: 'image/png', address })).toBe(`image/png:a-b.png:${address}`);
    expect(downloadData({ name: 'a', type: '', address })).toBe(`application/octet-stream:a:${address}`);
  });
});
