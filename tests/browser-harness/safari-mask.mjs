/**
 * Makes a current Chromium lack what Safari, iOS, private windows or older browsers lack, and refuse as they do. Runs in a page and
 * in its workers before their own scripts; it imports nothing, so that it can be injected as text.
 */
(() => {
  const DONE = Symbol.for('bakkum.safari-mask');
  if (DONE in globalThis) return;
  Object.defineProperty(globalThis, DONE, { value: true });

  const without = (owner, ...names) => {
    for (const name of names) if (owner) delete owner[name];
  };
  const prototypeOf = (name) => globalThis[name]?.prototype;
  const device = prototypeOf('Navigator') ?? prototypeOf('WorkerNavigator');

  // Safari up to 26 cannot iterate over streams.
  without(prototypeOf('ReadableStream'), Symbol.asyncIterator, 'values');

  // Private windows and blocked cookies: no private file system, no estimate. Before Safari 26 a page cannot write to files.
  without(device, 'storage', 'storageBuckets');
  without(prototypeOf('FileSystemFileHandle'), 'createWritable');

  // Only Chromium has these.
  without(globalThis, 'showSaveFilePicker', 'showOpenFilePicker', 'showDirectoryPicker', 'launchQueue', 'requestIdleCallback');
  without(device, 'deviceMemory', 'connection', 'share', 'canShare', 'userAgentData');

  // WebCodecs before Safari 26: no audio, no images; a check that throws; a decoder that gives up in the middle of a file.
  without(globalThis, 'AudioEncoder', 'AudioDecoder', 'AudioData', 'ImageDecoder');
  if ('VideoEncoder' in globalThis) {
    const { isConfigSupported } = VideoEncoder;
    VideoEncoder.isConfigSupported = (config) => {
      if (config.scalabilityMode || config.hardwareAcceleration || /^(av01|hvc1|hev1)/.test(config.codec))
        throw new TypeError('Type error');
      return isConfigSupported.call(VideoEncoder, config);
    };
  }
  if ('VideoDecoder' in globalThis) globalThis.VideoDecoder = failingDecoder(globalThis.VideoDecoder);

  // A canvas writes PNG for types that it cannot write.
  const asPng = (type) => (type === 'image/webp' ? 'image/png' : type);
  const { convertToBlob } = prototypeOf('OffscreenCanvas') ?? {};
  if (convertToBlob)
    OffscreenCanvas.prototype.convertToBlob = function (options = {}) {
      return convertToBlob.call(this, { ...options, type: asPng(options.type) });
    };
  const { toBlob, toDataURL } = prototypeOf('HTMLCanvasElement') ?? {};
  if (toBlob) {
    HTMLCanvasElement.prototype.toBlob = function (done, type, quality) {
      toBlob.call(this, done, asPng(type), quality);
    };
    HTMLCanvasElement.prototype.toDataURL = function (type, quality) {
      return toDataURL.call(this, asPng(type), quality);
    };
  }

  // iOS reserves the maximum of shared memory at once and refuses a gigabyte.
  const PAGES_OF_A_GIBIBYTE = 16_384;
  const { Memory } = WebAssembly;
  WebAssembly.Memory = class extends Memory {
    constructor(descriptor) {
      if (descriptor.shared && descriptor.maximum >= PAGES_OF_A_GIBIBYTE) throw new RangeError('Out of memory');
      super(descriptor);
    }
  };
  Object.defineProperty(WebAssembly.Memory, Symbol.hasInstance, { value: (value) => value instanceof Memory });

  // A remote desktop, a browser without a screen.
  if ('matchMedia' in globalThis) {
    const { matchMedia } = globalThis;
    globalThis.matchMedia = (query) => matchMedia.call(globalThis, query.replaceAll(/pointer: *fine/g, 'pointer: none'));
  }

  function failingDecoder(Decoder) {
    const CHUNKS = 10;
    return class extends Decoder {
      #fail;
      #chunks = 0;

      constructor(init) {
        super(init);
        this.#fail = init.error;
      }

      decode(chunk) {
        this.#chunks += 1;
        if (this.#chunks < CHUNKS) return super.decode(chunk);
        this.close();
        this.#fail(new DOMException('Decoder failure', 'EncodingError'));
      }
    };
  }
})();
