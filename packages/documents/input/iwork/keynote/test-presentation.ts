import type { Bytes } from '@bakkum/bytes/bytes';
import { ByteWriter } from '@bakkum/bytes/writer';
import { zipSync } from 'fflate';

/** A value of a field: a whole number, a fraction, text, bytes, or the fields of a message. */
type Value = number | { readonly float: number } | string | Bytes | Fields;
type Fields = readonly (readonly [number: number, value: Value])[];

const isFields = (value: Value): value is Fields => Array.isArray(value);

function message(fields: Fields): Bytes {
  const writer = new ByteWriter({ littleEndian: true });
  for (const [number, value] of fields) {
    if (typeof value === 'number') writer.put(varint(number * 8)).put(varint(value));
    else if (typeof value === 'object' && 'float' in value) writer.put(varint(number * 8 + 5)).f32(value.float);
    else {
      const bytes = typeof value === 'string' ? new TextEncoder().encode(value) : isFields(value) ? message(value) : value;
      writer
        .put(varint(number * 8 + 2))
        .put(varint(bytes.length))
        .put(bytes);
    }
  }
  return writer.finish();
}

function varint(value: number): Bytes {
  const bytes: number[] = [];
  let left = value;
  for (; left > 127; left = Math.floor(left / 128)) bytes.push((left % 128) | 128);
  return new Uint8Array([...bytes, left]);
}

/** An archive of objects, each by id, type and fields, in Snappy chunks without compression. */
function archive(objects: readonly (readonly [id: number, type: number, fields: Fields])[]): Bytes {
  const stream = new ByteWriter();
  for (const [id, type, fields] of objects) {
    const body = message(fields);
    const info = message([
      [1, id],
      [
        2,
        [
          [1, type],
          [3, body.length],
        ],
      ],
    ]);
    stream.put(varint(info.length)).put(info).put(body);
  }
  const all = stream.finish();
  const file = new ByteWriter({ littleEndian: true });
  for (let at = 0; at < all.length; at += 60_000) {
    const part = all.subarray(at, at + 60_000);
    const chunk = new ByteWriter({ littleEndian: true })
      .put(varint(part.length))
      .u8(0xf4)
      .u16(part.length - 1)
      .put(part)
      .finish();
    file.u8(0, chunk.length & 255, (chunk.length >> 8) & 255, chunk.length >> 16).put(chunk);
  }
  return file.finish();
}

const f = (float: number) => ({ float });
const reference = (id: number): Fields => [[1, id]];
const color = (r: number, g: number, b: number): Fields => [
  [1, 1],
  [3, f(r)],
  [4, f(g)],
  [5, f(b)],
  [6, f(1)],
];
/** A TSD.DrawableArchive. */
const drawable = (x: number, y: number, width: number, height: number): Fields => [
  [
    1,
    [
      [
        1,
        [
          [1, f(x)],
          [2, f(y)],
        ],
      ],
      [
        2,
        [
          [1, f(width)],
          [2, f(height)],
        ],
      ],
    ],
  ],
];
/** A TSWP.ShapeInfoArchive. */
const textShape = (place: Fields, style: number, storage: number): Fields => [
  [
    1,
    [
      [1, place],
      [2, reference(style)],
    ],
  ],
  [4, reference(storage)],
];
/** Values from a character on; a reference to 0 ends the one before. */
type Entries = readonly (readonly [at: number, value: number])[];

function entryOf([at, value]: Entries[number], isReference: boolean): Fields {
  if (!isReference)
    return [
      [1, at],
      [2, value],
    ];
  return value === 0
    ? [[1, at]]
    : [
        [1, at],
        [2, reference(value)],
      ];
}

/** A TSWP.StorageArchive: paragraph styles, levels, list styles and character styles from their characters on. */
const storage = (
  text: string,
  {
    styles = [],
    levels = [],
    lists = [],
    characters = [],
  }: Partial<Record<'styles' | 'levels' | 'lists' | 'characters', Entries>>,
): Fields => {
  const table = (entries: Entries, isReference: boolean): Fields => entries.map((entry) => [1, entryOf(entry, isReference)]);
  return [
    [3, text],
    [5, table(styles, true)],
    [6, table(levels, false)],
    [7, table(lists, true)],
    [8, table(characters, true)],
  ];
};

/** A PNG with one red pixel. */
export const DOT = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC'),
  (character) => character.charCodeAt(0),
);

const OBJECTS: Parameters<typeof archive>[0] = [
  [1, 1, [[2, reference(2)]]],
  [
    2,
    2,
    [
      [
        3,
        [
          [2, reference(11)],
          [2, reference(12)],
          [2, reference(13)],
        ],
      ],
      [
        4,
        [
          [1, f(1024)],
          [2, f(768)],
        ],
      ],
    ],
  ],
  [12, 4, [[2, reference(20)]]],
  [
    13,
    4,
    [
      [2, reference(20)],
      [4, 1],
    ],
  ],
  [
    20,
    5,
    [
      [1, reference(30)],
      [42, reference(25)],
    ],
  ],
  [25, 2011, textShape(drawable(10, 20, 300, 100), 33, 46)],
  [46, 2001, storage('둘째 쪽', { styles: [[0, 35]] })],
  [11, 4, [[2, reference(21)]]],
  [
    21,
    5,
    [
      [1, reference(31)],
      [5, reference(50)],
      [17, reference(22)],
      [42, reference(50)],
      [42, reference(51)],
      [42, reference(52)],
      [42, reference(53)],
      [42, reference(54)],
    ],
  ],
  [
    22,
    5,
    [
      [1, reference(30)],
      [
        28,
        [
          [1, 'Text'],
          [2, reference(61)],
        ],
      ],
      [42, reference(60)],
      [42, reference(61)],
      [42, reference(62)],
    ],
  ],
  [
    30,
    9,
    [
      [1, [[1, 'white']]],
      [11, [[1, [[1, color(1, 1, 1)]]]]],
    ],
  ],
  [
    31,
    9,
    [
      [1, [[3, reference(30)]]],
      [11, [[1, [[1, color(0, 0, 1)]]]]],
    ],
  ],
  [
    33,
    2025,
    [
      [1, [[11, [[1, [[1, color(0, 1, 0)]]]]]]],
      [11, [[2, 1]]],
    ],
  ],
  [
    34,
    2025,
    [
      [
        1,
        [
          [1, [[3, reference(33)]]],
          [11, [[1, []]]],
        ],
      ],
      [11, [[2, 0]]],
    ],
  ],
  [
    35,
    2022,
    [
      [1, [[1, 'Title']]],
      [
        11,
        [
          [1, 1],
          [3, f(60)],
          [5, 'HelveticaNeue-Bold'],
          [7, color(1, 0, 0)],
        ],
      ],
      [12, [[1, 2]]],
    ],
  ],
  [
    36,
    2022,
    [
      [1, [[3, reference(35)]]],
      [
        11,
        [
          [1, 0],
          [3, f(24)],
          [5, 'Georgia'],
        ],
      ],
      [12, [[1, 0]]],
    ],
  ],
  [
    37,
    2023,
    [
      [11, 2],
      [11, 2],
      [13, f(0)],
      [13, f(36)],
      [16, '•'],
      [16, '–'],
    ],
  ],
  [38, 2021, [[11, [[2, 1]]]]],
  [40, 2001, storage('제목', { styles: [[0, 35]] })],
  [
    41,
    2001,
    storage('one\ntwo', {
      styles: [[0, 36]],
      levels: [
        [0, 0],
        [4, 1],
      ],
      lists: [[0, 37]],
      characters: [
        [4, 38],
        [6, 0],
      ],
    }),
  ],
  [42, 2001, storage('write here', { styles: [[0, 36]] })],
  [
    50,
    7,
    [
      [1, textShape(drawable(100, 50, 800, 100), 34, 40)],
      [2, 2],
    ],
  ],
  [51, 2011, textShape(drawable(100, 200, 400, 300), 34, 41)],
  [
    52,
    3005,
    [
      [1, drawable(600, 200, 200, 100)],
      [5, reference(55)],
      [11, reference(777)],
    ],
  ],
  [55, 3006, [[1, drawable(50, 0, 100, 100)]]],
  [
    53,
    3008,
    [
      [1, drawable(500, 500, 100, 100)],
      [2, reference(56)],
    ],
  ],
  [
    56,
    3004,
    [
      [1, drawable(10, 10, 50, 50)],
      [2, reference(33)],
    ],
  ],
  [54, 5021, [[1, drawable(0, 0, 10, 10)]]],
  [
    60,
    3004,
    [
      [1, drawable(0, 700, 1024, 68)],
      [2, reference(33)],
    ],
  ],
  [61, 2011, textShape(drawable(0, 0, 10, 10), 34, 42)],
  [
    62,
    7,
    [
      [1, textShape(drawable(0, 0, 10, 10), 34, 42)],
      [2, 3],
    ],
  ],
];

/**
 * A presentation of two slides in the format of Keynote 6. Text boxes without a fill inherit from a style with one. The first has a title, a list of two levels, a cropped image, a group and a chart on
 * a blue background; its template has a bar and a prompt. The second, before it in the file, has text on a rectangle. A third one is skipped.
 */
export function testPresentation(): Bytes {
  return new Uint8Array(zipSync({ 'Index/Document.iwa': archive(OBJECTS), 'Data/dot-777.png': DOT }));
}
