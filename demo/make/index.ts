import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { carryCage } from '../../server/morph/carry.ts'
import { readGlb } from '../../server/render/glb.ts'
import { BASES } from './bases.ts'
import { bodyPatches } from './bodies.ts'
import { cageNet, FAMILIES, wornIn, writeCage } from './cages.ts'
import { catalogue, SHAPES } from './catalogue.ts'
import { idle, wave } from './clips.ts'
import { COSTUMES, dress } from './costumes.ts'
import { writeSwirl } from './effects.ts'
import { PLAIN_FACE } from './face.ts'
import { type Figure, figure, type Shape } from './figure.ts'
import { FACE } from './paint.ts'
import { sculpt } from './piece.ts'
import { thumbnail } from './thumbnail.ts'
import type { Colours } from './variants.ts'
import type { Maker, Piece } from './wardrobe.ts'
import { writeClips, writeModel } from './write.ts'

const OUT = join(dirname(fileURLToPath(import.meta.url)), '..')

const pieces = new Map<Maker, Map<Shape, Piece>>()

/** A piece is made once for each body shape; characters wear the same ones that the catalogue offers. */
function made(maker: Maker, on: Figure): Piece {
  const known = pieces.get(maker)?.get(on.shape)
  if (known) return known
  const piece = maker(on)
  pieces.set(maker, (pieces.get(maker) ?? new Map()).set(on.shape, piece))
  return piece
}

let bytes = 0

async function save(path: string, file: Uint8Array | string): Promise<void> {
  const full = join(OUT, path)
  await mkdir(dirname(full), { recursive: true })
  await writeFile(full, file)
  bytes += file.length
}

async function makeBodies(): Promise<void> {
  for (const shape of SHAPES) {
    const on = figure(shape)
    const patches = await bodyPatches(on, PLAIN_FACE)
    await save(
      `models/body-${shape}.glb`,
      await writeModel({ name: shape, figure: on, patches, paints: FACE, clips: [idle(on)] }),
    )
  }
}

/** Each family's cage is made around the first body and carried to the others. */
async function makeCages(): Promise<void> {
  const [first, ...others] = SHAPES as [Shape, ...Shape[]]
  const on = figure(first)
  const body = (shape: Shape) => readFile(join(OUT, `models/body-${shape}.glb`))
  for (const family of FAMILIES) {
    const worn = wornIn(family).map(({ make }) => made(make, on))
    const template = writeCage(`${family.name} cage`, cageNet(family, on, worn), family.follows)
    await save(`cages/${first}-${family.key}.glb`, template)
    for (const shape of others) {
      const { glb } = await carryCage({ template, fromBody: await body(first), toBody: await body(shape) })
      await save(`cages/${shape}-${family.key}.glb`, glb)
    }
  }
}

async function makePieces(): Promise<void> {
  for (const { key, name, make, shape, still } of BASES) {
    const on = figure(shape ?? 'neutral')
    const piece = made(make, on)
    const patches = [...(piece.patches ?? []), ...(await sculpt(on, piece.parts))]
    await save(
      `models/${key}.glb`,
      await writeModel({ name, figure: on, patches, paints: piece.paints, still: still ?? false }),
    )
  }
}

async function makeCostumes(): Promise<void> {
  for (const costume of COSTUMES) {
    const { figure: on, patches, paints } = await dress(costume, made)
    await save(`models/${costume.key}.glb`, await writeModel({ name: costume.name, figure: on, patches, paints }))
  }
}

async function makeCatalogue(): Promise<number> {
  const list = catalogue()
  for (const asset of list.assets) {
    const model = await readFile(join(OUT, asset.model))
    asset.colours = seen(asset.colours, model)
    await save(asset.thumbnail, await thumbnail(asset, model))
  }
  await save('catalogue.json', `${JSON.stringify(list, null, 2)}\n`)
  return list.assets.length
}

/** Without the colours of materials that other clothes hide wholly. */
function seen(colours: Colours, model: Uint8Array): Colours {
  const names = new Set(readGlb(model).json.materials?.map((material) => material.name))
  return Object.fromEntries(Object.entries(colours).filter(([name]) => names.has(name)))
}

async function main(): Promise<void> {
  const start = performance.now()
  for (const folder of ['models', 'clips', 'cages', 'effects', 'thumbnails'])
    await rm(join(OUT, folder), { recursive: true, force: true })
  await makeBodies()
  await makeCages()
  await makePieces()
  await makeCostumes()
  const neutral = figure('neutral')
  await save('clips/idle.glb', await writeClips('Idle', neutral, [idle(neutral)]))
  await save('clips/wave.glb', await writeClips('Wave', neutral, [wave(neutral)]))
  await save('effects/petal-swirl.glb', await writeSwirl())
  const count = await makeCatalogue()
  const seconds = Math.round((performance.now() - start) / 1000)
  process.stdout.write(`${count} assets, ${(bytes / 1e6).toFixed(2)} MB, ${seconds} s\n`)
}

await main()
