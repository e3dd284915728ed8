/** Parts of a text FBX, inserted verbatim. */
export interface FbxParts {
  /** Property lines of the material, `P: …`. */
  material?: readonly string[]
  /** Additional objects, and connections between them and the material 3, the geometry 2 or the model 1. */
  objects?: string
  connections?: readonly string[]
  layers?: string
}

const encode = (text: string) => new TextEncoder().encode(text).buffer as ArrayBuffer

/** Returns a text FBX of one square of 100 units with one Phong material. */
export function buildTextFbx({
  material = [],
  objects = '',
  connections = [],
  layers = '',
}: FbxParts = {}): ArrayBuffer {
  return encode(`; FBX 7.4.0 project file
FBXHeaderExtension:  {
\tFBXHeaderVersion: 1003
\tFBXVersion: 7400
}
GlobalSettings:  {
\tProperties70:  {
\t\tP: "UnitScaleFactor", "double", "Number", "",1
\t}
}
Objects:  {
\tGeometry: 2, "Geometry::square", "Mesh" {
\t\tVertices: *12 {
\t\t\ta: -50,-50,0,50,-50,0,50,50,0,-50,50,0
\t\t}
\t\tPolygonVertexIndex: *4 {
\t\t\ta: 0,1,2,-4
\t\t}
${layers}\t}
\tModel: 1, "Model::square", "Mesh" {
\t\tVersion: 232
\t}
\tMaterial: 3, "Material::skin", "" {
\t\tVersion: 102
\t\tShadingModel: "phong"
\t\tProperties70:  {
${material.map((line) => `\t\t\t${line}\n`).join('')}\t\t}
\t}
${objects}}
Connections:  {
\tC: "OO",1,0
\tC: "OO",2,1
\tC: "OO",3,1
${connections.map((line) => `\t${line}\n`).join('')}}
`)
}

/**
 * Returns a text FBX whose skin, geometry and model share one id, which is connected to itself `times` times. The loader binds a
 * skeleton for each pair of connections.
 */
export function buildCollidingFbx(times: number): ArrayBuffer {
  const deformer = '\tDeformer: 2, "Deformer::", "Skin" {\n\t\tVersion: 101\n\t}\n'
  const model = '\tModel: 2, "Model::again", "Mesh" {\n\t\tVersion: 232\n\t}\n'
  return buildTextFbx({
    objects: `${deformer}${model}`,
    connections: Array.from({ length: times }, () => 'C: "OO",2,2'),
  })
}

/** Property of a binary FBX record: an integer, a text, raw bytes, or an array of doubles or of integers. */
type BinaryProperty = number | string | Uint8Array | { doubles: readonly number[] } | { integers: readonly number[] }

/** Record of a binary FBX file: its name, its properties and its nested records. */
export type BinaryRecord = readonly [
  name: string,
  properties: readonly BinaryProperty[],
  inside?: readonly BinaryRecord[],
]

const BINARY_VERSION = 7400
/**
 * Length of a record's header, in bytes: end offset, property count, property length and name length. A header of zeros ends a
 * list of records.
 */
const RECORD_HEAD_BYTES = 13
/** Length of the footer, in bytes. The loader stops reading before the footer. */
const FOOTER_BYTES = 176

/** Returns the square of {@link buildTextFbx} as a binary file, with `objects` and `connections` appended. */
export function buildBinaryFbx(
  objects: readonly BinaryRecord[] = [],
  connections: readonly BinaryRecord[] = [],
): ArrayBuffer {
  const header = Buffer.alloc(27)
  header.write('Kaydara FBX Binary  \0\x1a', 'latin1')
  header.writeUInt32LE(BINARY_VERSION, 23)
  const square: BinaryRecord = [
    'Geometry',
    [2, 'square\0\x01Geometry', 'Mesh'],
    [
      ['Vertices', [{ doubles: [-50, -50, 0, 50, -50, 0, 50, 50, 0, -50, 50, 0] }]],
      ['PolygonVertexIndex', [{ integers: [0, 1, 2, -4] }]],
    ],
  ]
  const records: BinaryRecord[] = [
    ['GlobalSettings', [], [['Properties70', [], [['P', ['UnitScaleFactor', 'double', 'Number', '', 1]]]]]],
    [
      'Objects',
      [],
      [
        square,
        ['Model', [1, 'square\0\x01Model', 'Mesh'], [['Version', [232]]]],
        ['Material', [3, 'skin\0\x01Material', ''], [['ShadingModel', ['phong']]]],
        ...objects,
      ],
    ],
    [
      'Connections',
      [],
      [
        ...[
          [1, 0],
          [2, 1],
          [3, 1],
        ].map(([from, to]) => connectionRecord('OO', from!, to!)),
        ...connections,
      ],
    ],
  ]
  let at = header.length
  const body = records.map((record) => {
    const bytes = encodeRecord(record, at)
    at += bytes.length
    return bytes
  })
  return new Uint8Array(Buffer.concat([header, ...body, Buffer.alloc(RECORD_HEAD_BYTES + FOOTER_BYTES)])).buffer
}

/** Returns a connection of the object `from` to the object `to`, or to the property `property` of `to`. */
export const connectionRecord = (kind: 'OO' | 'OP', from: number, to: number, property?: string): BinaryRecord => [
  'C',
  [kind, from, to, ...(property === undefined ? [] : [property])],
]

/** Returns the bytes of one record that starts at the offset `at` of the file. */
function encodeRecord([name, properties, children = []]: BinaryRecord, at: number): Buffer {
  const propertyData = Buffer.concat(properties.map(encodeProperty))
  const head = Buffer.alloc(RECORD_HEAD_BYTES)
  let end = at + RECORD_HEAD_BYTES + name.length + propertyData.length
  const nested = children.map((record) => {
    const bytes = encodeRecord(record, end)
    end += bytes.length
    return bytes
  })
  if (children.length > 0) {
    nested.push(Buffer.alloc(RECORD_HEAD_BYTES))
    end += RECORD_HEAD_BYTES
  }
  for (const [i, value] of [end, properties.length, propertyData.length].entries()) head.writeUInt32LE(value, 4 * i)
  head.writeUInt8(name.length, 12)
  return Buffer.concat([head, Buffer.from(name, 'latin1'), propertyData, ...nested])
}

function encodeProperty(property: BinaryProperty): Buffer {
  if (typeof property === 'number') return withKind('I', Buffer.from(Int32Array.of(property).buffer))
  if (typeof property === 'string') return withKind('S', withLength(Buffer.from(property, 'latin1')))
  if (property instanceof Uint8Array) return withKind('R', withLength(Buffer.from(property)))
  const [kind, array] =
    'doubles' in property
      ? (['d', Float64Array.from(property.doubles)] as const)
      : (['i', Int32Array.from(property.integers)] as const)
  // Element count, encoding (0: uncompressed), length in bytes.
  const head = Uint32Array.of(array.length, 0, array.byteLength)
  return withKind(kind, Buffer.concat([Buffer.from(head.buffer), Buffer.from(array.buffer)]))
}

const withKind = (kind: string, bytes: Buffer) => Buffer.concat([Buffer.from(kind), bytes])
const withLength = (bytes: Buffer) => Buffer.concat([Buffer.from(Uint32Array.of(bytes.length).buffer), bytes])
