/** Memory that all uploads of a process share, in blocks. */

/** Bytes per block, and what an upload without new data keeps at most. */
const BLOCK_BYTES = 65_536;
const BUDGET_BYTES = 64_000_000;
/** Maximum bytes of a piece, in blocks: 8 MB. Larger pieces take fewer writes, smaller ones less memory. */
const MAX_PIECE_BYTES = 122 * BLOCK_BYTES;
/** Blocks of the smallest piece, except for the last one and while memory is short. */
const MIN_PIECE_BLOCKS = 8;
/** An upload without new data for this long stores its full blocks, in milliseconds. */
const IDLE_MS = 2000;
/** Share of the blocks that stay allocated while no upload needs them. */
const SPARE_SHARE = 0.25;

export type UploadMemoryOptions = {
  readonly budgetBytes: number;
  readonly blockBytes: number;
  readonly maxPieceBytes: number;
};

/** An upload that holds blocks. */
export type BlockHolder = {
  /** Number of blocks it could store now. */
  held(): number;
  /** Stores the held blocks and returns them. Never rejects: the holder reports its errors itself. */
  store(): Promise<void>;
};

export type UploadMemory = {
  readonly blockBytes: number;
  readonly idleMs: number;
  /** Bytes in use by uploads, including those being stored. */
  used(): number;
  /** Bytes that an upload collects before it stores them: less, the more uploads there are. */
  pieceBytes(): number;
  join(holder: BlockHolder): void;
  leave(holder: BlockHolder): void;
  /** Returns a block. If none is left, the upload that holds most stores its blocks first. */
  take(): Promise<Buffer>;
  give(blocks: readonly Buffer[]): void;
};

/** Memory of uploads. Stalled uploads cannot use it up: whatever they hold is stored when others need it. */
export function createUploadMemory(options: Partial<UploadMemoryOptions> = {}): UploadMemory {
  const { budgetBytes = BUDGET_BYTES, blockBytes = BLOCK_BYTES, maxPieceBytes = MAX_PIECE_BYTES } = options;
  const maxBlocks = Math.max(1, Math.floor(budgetBytes / blockBytes));
  const holders = new Set<BlockHolder>();
  const waiting: ((block: Buffer) => void)[] = [];
  const spare: Buffer[] = [];
  let taken = 0;
  let storing = 0;
  const relieve = (): void => {
    if (waiting.length === 0 || storing > 0) return;
    const largest = largestOf(holders);
    if (!largest) return;
    storing += 1;
    void largest.store().finally(() => {
      storing -= 1;
      relieveSoon();
    });
  };
  // Later, because a block that was just handed out is not filled yet.
  const relieveSoon = (): void => void setImmediate(relieve);
  return {
    blockBytes,
    idleMs: IDLE_MS,
    used: () => taken * blockBytes,
    pieceBytes: () => {
      const share = budgetBytes / 2 / Math.max(1, holders.size);
      return Math.min(maxPieceBytes, Math.max(MIN_PIECE_BLOCKS * blockBytes, share));
    },
    join: (holder) => void holders.add(holder),
    leave: (holder) => void holders.delete(holder),
    take() {
      if (taken < maxBlocks) {
        taken += 1;
        return Promise.resolve(spare.pop() ?? Buffer.allocUnsafeSlow(blockBytes));
      }
      return new Promise((resolve) => {
        waiting.push(resolve);
        relieveSoon();
      });
    },
    give(blocks) {
      for (const block of blocks) {
        const next = waiting.shift();
        if (next) next(block);
        else {
          taken -= 1;
          if (spare.length < maxBlocks * SPARE_SHARE) spare.push(block);
        }
      }
      relieveSoon();
    },
  };
}

function largestOf(holders: ReadonlySet<BlockHolder>): BlockHolder | undefined {
  let largest: BlockHolder | undefined;
  for (const holder of holders) if (holder.held() > (largest?.held() ?? 0)) largest = holder;
  return largest;
}

/** The memory of this process. */
export const UPLOAD_MEMORY = createUploadMemory();
