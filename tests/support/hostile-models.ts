import { GLB_JSON_LIMITS, MAX_JSON_BYTES } from '../../src/files/glb-container.ts'
import { buildGlb } from './glb.ts'
import { buildJpeg, buildJpegSegment } from './images.ts'

const OBJECT_COUNT = GLB_JSON_LIMITS.parts - 20
const VALUE_COUNT = GLB_JSON_LIMITS.values - 100
const NAME_COUNT = GLB_JSON_LIMITS.names - 30
/** Bytes available for the repeated item in the JSON of a model. */
const FILL_BYTES = MAX_JSON_BYTES - 600

/** Models that are slow to check. Each model reaches one limit of the checks. */
export const HOSTILE_MODELS: Readonly<Record<string, () => Uint8Array>> = {
  'empty nodes': () => buildModel(`"nodes":[${repeatItem(OBJECT_COUNT, '{}')}]`),
  'a node with a hundred thousand children': () => {
    const children = Array.from({ length: OBJECT_COUNT - 1 }, (_, i) => i + 1)
    return buildModel(`"nodes":[{"children":[${children}]},${repeatItem(OBJECT_COUNT - 1, '{}')}]`)
  },
  'a scene with half a million nodes': () =>
    buildModel(`"nodes":[{}],"scenes":[{"nodes":[${repeatItem(VALUE_COUNT, '0')}]}]`),
  'a skin with half a million joints': () =>
    buildModel(`"nodes":[{}],"skins":[{"joints":[${repeatItem(VALUE_COUNT, '0')}]}]`),
  'half a million samplers': () => buildModel(`"samplers":[${repeatItem(VALUE_COUNT, '0')}]`),
  'empty lists': () => buildModel(`"extras":[${repeatItem(OBJECT_COUNT, '[]')}]`),
  'lists in lists': () =>
    buildModel(`"extras":[${repeatItem(Math.floor(OBJECT_COUNT / 90), '['.repeat(90) + ']'.repeat(90))}]`),
  'empty strings': () => buildModel(`"extensionsUsed":[${repeatItem(VALUE_COUNT, '""')}]`),
  'unknown extensions': () => buildModel(`"extensionsUsed":[${fillWith('"ACME_lasers"')}]`),
  'long numbers': () => buildModel(`"extras":[${fillWith('0.12345678901234567')}]`),
  'large numbers': () => buildModel(`"extras":[${fillWith('1e308')}]`),
  'one long number': () => buildModel(`"extras":${'1'.repeat(FILL_BYTES)}`),
  'one long string of escapes': () => buildModel(`"extras":"${'\\u0041'.repeat(FILL_BYTES / 6)}"`),
  'one long name of escapes': () => buildModel(`"extras":{"${'\\u0041'.repeat(FILL_BYTES / 6)}":0}`),
  'a repeated name': () => buildModel(`"extras":{${fillWith('"a":0')}}`),
  'every name in every object': () =>
    buildModel(`"extras":[${repeatItem(Math.floor(VALUE_COUNT / (NAME_COUNT + 2)), objectWithAllNames())}]`),
  'objects with different names': () =>
    buildModel(
      `"extras":[${Array.from({ length: OBJECT_COUNT }, (_, i) => `{"${(i % NAME_COUNT).toString(36)}":0,"${((i * 7) % NAME_COUNT).toString(36)}":1}`)}]`,
    ),
  'many attributes': () => {
    const attributes = `{${Array.from({ length: 100 }, (_, i) => `"${i}a":0`)}}`
    const primitives = repeatItem(Math.floor(VALUE_COUNT / 104), `{"attributes":${attributes}}`)
    return buildModel(`"accessors":[{"count":1}],"meshes":[{"primitives":[${primitives}]}]`)
  },
  'empty primitives': () =>
    buildModel(`"meshes":[{"primitives":[${repeatItem(OBJECT_COUNT / 2 - 5, '{"attributes":{}}')}]}]`),
  'empty morph targets': () =>
    buildModel(`"meshes":[{"primitives":[{"attributes":{},"targets":[${repeatItem(OBJECT_COUNT - 10, '{}')}]}]}]`),
  accessors: () => buildModel(`"accessors":[${repeatItem(OBJECT_COUNT - 10, '{"count":1}')}]`),
  'sparse accessors': () => {
    const sparse = '{"count":1,"indices":{"bufferView":0,"componentType":5121},"values":{"bufferView":0}}'
    return buildModel(
      `"buffers":[{"byteLength":9}],"bufferViews":[{"buffer":0,"byteLength":9}],"accessors":[${repeatItem(OBJECT_COUNT / 4 - 10, `{"count":1,"sparse":${sparse}}`)}]`,
    )
  },
  'buffer views': () =>
    buildModel(
      `"buffers":[{"byteLength":9}],"bufferViews":[${repeatItem(OBJECT_COUNT - 10, '{"buffer":0,"byteLength":1}')}]`,
    ),
  materials: () => buildModel(`"materials":[${repeatItem(OBJECT_COUNT / 2 - 10, '{"pbrMetallicRoughness":{}}')}]`),
  channels: () =>
    buildModel(
      `"accessors":[{"count":1}],"animations":[{"samplers":[{"input":0,"output":0}],"channels":[${repeatItem(OBJECT_COUNT / 2 - 10, '{"sampler":0,"target":{}}')}]}]`,
    ),
  textures: () => buildModel(`"textures":[${repeatItem(OBJECT_COUNT - 10, '{}')}]`),
  'pictures in other files': () => buildModel(`"images":[${repeatItem(OBJECT_COUNT - 10, '{"uri":"x"}')}]`),
  'pictures with endless headers': () => {
    const endless = buildManySegmentJpeg()
    const view = `{"buffer":0,"byteLength":${endless.length}}`
    return buildModel(
      `${DRAWABLE_MEMBERS},"buffers":[{"byteLength":${endless.length}}],"bufferViews":[${view}],"images":[${repeatItem(200, '{"bufferView":0}')}]`,
      endless,
    )
  },
}

/** Shortest JSON members of a model that draws something. */
const DRAWABLE_MEMBERS =
  '"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],' +
  '"accessors":[{"componentType":5126,"count":3,"type":"VEC3"}]'

const buildModel = (members: string, bin: Uint8Array = new Uint8Array(100)) =>
  buildGlb(`{"asset":{"version":"2.0"},${members}}`, bin)

const repeatItem = (count: number, item: string) => `${`${item},`.repeat(count - 1)}${item}`
const objectWithAllNames = () => `{${Array.from({ length: NAME_COUNT }, (_, i) => `"${i.toString(36)}":0`)}}`
const fillWith = (item: string) => repeatItem(Math.min(VALUE_COUNT, Math.floor(FILL_BYTES / (item.length + 1))), item)

/** Returns a JPEG whose frame follows ten thousand other segments. */
const buildManySegmentJpeg = () =>
  buildJpeg({ width: 8, height: 8, before: Array<Buffer>(10_000).fill(buildJpegSegment(0xffe1, Buffer.alloc(600))) })
