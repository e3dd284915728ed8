import { JSON_BUDGET, MOST_JSON_BYTES } from '../../src/files/glb-container.ts'
import { glbOf } from './glb.ts'
import { jpeg, jpegSegment } from './images.ts'

const OBJECTS = JSON_BUDGET.parts - 20
const VALUES = JSON_BUDGET.values - 100
const NAMES = JSON_BUDGET.names - 30
/** Room for all but what stands around the item that is repeated. */
const ROOM = MOST_JSON_BYTES - 600

/** Models made to keep a check busy for long: each goes as far as the checks let it, in one way. */
export const HOSTILE_MODELS: Readonly<Record<string, () => Uint8Array>> = {
  'empty nodes': () => model(`"nodes":[${times(OBJECTS, '{}')}]`),
  'a node with a hundred thousand children': () => {
    const children = Array.from({ length: OBJECTS - 1 }, (_, i) => i + 1)
    return model(`"nodes":[{"children":[${children}]},${times(OBJECTS - 1, '{}')}]`)
  },
  'a scene with half a million nodes': () => model(`"nodes":[{}],"scenes":[{"nodes":[${times(VALUES, '0')}]}]`),
  'a skin with half a million joints': () => model(`"nodes":[{}],"skins":[{"joints":[${times(VALUES, '0')}]}]`),
  'half a million samplers': () => model(`"samplers":[${times(VALUES, '0')}]`),
  'empty lists': () => model(`"extras":[${times(OBJECTS, '[]')}]`),
  'lists in lists': () => model(`"extras":[${times(Math.floor(OBJECTS / 90), '['.repeat(90) + ']'.repeat(90))}]`),
  'empty words': () => model(`"extensionsUsed":[${times(VALUES, '""')}]`),
  'unknown extensions': () => model(`"extensionsUsed":[${filling('"ACME_lasers"')}]`),
  'long numbers': () => model(`"extras":[${filling('0.12345678901234567')}]`),
  'large numbers': () => model(`"extras":[${filling('1e308')}]`),
  'one long number': () => model(`"extras":${'1'.repeat(ROOM)}`),
  'one long word of escapes': () => model(`"extras":"${'\\u0041'.repeat(ROOM / 6)}"`),
  'one long name of escapes': () => model(`"extras":{"${'\\u0041'.repeat(ROOM / 6)}":0}`),
  'the same name again and again': () => model(`"extras":{${filling('"a":0')}}`),
  'every name in every object': () => model(`"extras":[${times(Math.floor(VALUES / (NAMES + 2)), ofEveryName())}]`),
  'objects that are all different': () =>
    model(
      `"extras":[${Array.from({ length: OBJECTS }, (_, i) => `{"${(i % NAMES).toString(36)}":0,"${((i * 7) % NAMES).toString(36)}":1}`)}]`,
    ),
  'many attributes': () => {
    const attributes = `{${Array.from({ length: 100 }, (_, i) => `"${i}a":0`)}}`
    const primitives = times(Math.floor(VALUES / 104), `{"attributes":${attributes}}`)
    return model(`"accessors":[{"count":1}],"meshes":[{"primitives":[${primitives}]}]`)
  },
  'empty primitives': () => model(`"meshes":[{"primitives":[${times(OBJECTS / 2 - 5, '{"attributes":{}}')}]}]`),
  'empty morph targets': () =>
    model(`"meshes":[{"primitives":[{"attributes":{},"targets":[${times(OBJECTS - 10, '{}')}]}]}]`),
  accessors: () => model(`"accessors":[${times(OBJECTS - 10, '{"count":1}')}]`),
  'sparse accessors': () => {
    const sparse = '{"count":1,"indices":{"bufferView":0,"componentType":5121},"values":{"bufferView":0}}'
    return model(
      `"buffers":[{"byteLength":9}],"bufferViews":[{"buffer":0,"byteLength":9}],"accessors":[${times(OBJECTS / 4 - 10, `{"count":1,"sparse":${sparse}}`)}]`,
    )
  },
  'buffer views': () =>
    model(`"buffers":[{"byteLength":9}],"bufferViews":[${times(OBJECTS - 10, '{"buffer":0,"byteLength":1}')}]`),
  materials: () => model(`"materials":[${times(OBJECTS / 2 - 10, '{"pbrMetallicRoughness":{}}')}]`),
  channels: () =>
    model(
      `"accessors":[{"count":1}],"animations":[{"samplers":[{"input":0,"output":0}],"channels":[${times(OBJECTS / 2 - 10, '{"sampler":0,"target":{}}')}]}]`,
    ),
  textures: () => model(`"textures":[${times(OBJECTS - 10, '{}')}]`),
  'pictures elsewhere': () => model(`"images":[${times(OBJECTS - 10, '{"uri":"x"}')}]`),
  'pictures with endless headers': () => {
    const endless = endlessJpeg()
    const view = `{"buffer":0,"byteLength":${endless.length}}`
    return model(
      `${DRAWN},"buffers":[{"byteLength":${endless.length}}],"bufferViews":[${view}],"images":[${times(200, '{"bufferView":0}')}]`,
      endless,
    )
  },
}

/** The least that draws something. */
const DRAWN =
  '"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],' +
  '"accessors":[{"componentType":5126,"count":3,"type":"VEC3"}]'

const model = (members: string, bin: Uint8Array = new Uint8Array(100)) =>
  glbOf(`{"asset":{"version":"2.0"},${members}}`, bin)

const times = (count: number, item: string) => `${`${item},`.repeat(count - 1)}${item}`
const ofEveryName = () => `{${Array.from({ length: NAMES }, (_, i) => `"${i.toString(36)}":0`)}}`
const filling = (item: string) => times(Math.min(VALUES, Math.floor(ROOM / (item.length + 1))), item)

/** A JPEG whose frame hides behind ten thousand segments. */
const endlessJpeg = () =>
  jpeg({ width: 8, height: 8, before: Array<Buffer>(10_000).fill(jpegSegment(0xffe1, Buffer.alloc(600))) })
