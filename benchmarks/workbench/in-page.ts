/** Functions that run in the page. They use nothing of this module. */

/** Converts all files of the list, and returns the milliseconds it took and the names of those that failed. */
export async function convertListInPage(isParallel: boolean) {
  const rows = () => [...document.querySelectorAll<HTMLElement>('li[data-status]')];
  const isDone = (row: HTMLElement): boolean => /^(completed|error|unsupported)$/.test(row.dataset['status'] ?? '');
  const press = (element: Element | null | undefined): void => {
    if (!(element instanceof HTMLElement)) throw new Error('a button is missing');
    element.click();
  };
  const until = async (condition: () => boolean): Promise<void> => {
    while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  const startedAt = performance.now();
  if (isParallel) {
    press(document.querySelector('[data-next-step=convert]'));
    await until(() => rows().every(isDone));
  } else {
    for (const [place, row] of rows().entries()) {
      if (isDone(row)) continue;
      // The last button without text removes the file; the button before it starts the conversion.
      const buttons = [...row.querySelectorAll('button')];
      press(buttons[buttons.findLastIndex((button) => button.textContent === '') - 1]);
      await until(() => isDone(rows()[place] ?? row));
    }
  }
  const ms = performance.now() - startedAt;
  const failed = rows().filter((row) => row.dataset['status'] !== 'completed');
  return { ms, failed: failed.map((row) => row.querySelector('[title]')?.getAttribute('title') ?? '') };
}

/** Makes a JPG of the given file, or encodes that JPG as PNG in one of two ways; returns the milliseconds. */
export async function encodeInPage({ step }: { readonly step: 'prepare' | 'ours' | 'canvas' }): Promise<number> {
  const page: { jpg?: File } & typeof globalThis = globalThis;
  const convert = async (file: File, to: string): Promise<Blob> => {
    const result = await globalThis.bakkum.convert(file, to);
    if (!result.ok) throw new Error(`${file.name} to ${to}: ${result.code}`);
    return result.files[0].blob;
  };
  if (step === 'prepare') {
    const input = document.getElementById('bench-input');
    const source = input instanceof HTMLInputElement ? input.files?.[0] : undefined;
    if (!source) throw new Error('no file was given');
    page.jpg = new File([await convert(source, 'jpeg')], 'photo.jpg', { type: 'image/jpeg' });
    return 0;
  }
  const { jpg } = page;
  if (!jpg) throw new Error('prepare first');
  const startedAt = performance.now();
  if (step === 'ours') await convert(jpg, 'png');
  else {
    const bitmap = await createImageBitmap(jpg);
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [bitmap.width, bitmap.height];
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
    await new Promise<void>((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve() : reject(new Error('the canvas cannot be encoded'))));
    });
  }
  return performance.now() - startedAt;
}

/** Drags three files over the page, drops them, and watches frames until the rows are there. */
export async function dropInPage(dragMs: number) {
  const transfer = new DataTransfer();
  for (const name of ['one.txt', 'two.csv', 'three.md']) transfer.items.add(new File(['a,b\n1,2\n'], name));
  const send = (type: string): void => {
    document.body.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
  };
  send('dragover');
  await new Promise((resolve) => setTimeout(resolve, dragMs));
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const startedAt = performance.now();
  send('drop');
  let blankFrames = 0;
  for (;;) {
    await frame();
    // The empty drop zone fills the place of the list.
    const isTaken = document.querySelector('[data-drop-zone].min-h-72') === null;
    if (document.querySelectorAll('li[data-status]').length === 3) break;
    if (isTaken) blankFrames += 1;
    if (performance.now() - startedAt > 60_000) throw new Error('the files did not appear');
  }
  return { ms: performance.now() - startedAt, blankFrames };
}
