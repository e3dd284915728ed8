import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { carryCage } from '../../server/morph/carry-cage.ts'
import { readGlb } from '../../server/render/glb.ts'
import { BASE_MODELS } from './base-models.ts'
import { createBodyPatches } from './body-patches.ts'
import { buildPatches } from './build-patches.ts'
import { buildCageMesh, CAGE_FAMILIES, listWornBases, writeCage } from './cages.ts'
import { BODY_SHAPES, buildCatalogue } from './catalogue.ts'
import { createIdleClip, createWaveClip } from './clips.ts'
import { buildCostume, COSTUMES } from './costumes.ts'
import { writeSwirlEffect } from './effects.ts'
import { PLAIN_FACE } from './face.ts'
import { type BodyShape, createFigure, type Figure } from './figure.ts'
import { FACE_PAINTS } from './paint.ts'
import type { BuildWearablePiece, WearablePiece } from './piece-types.ts'
import { renderThumbnail } from './thumbnail.ts'
import type { Colours } from './variants.ts'
import { writeClips, writeModel } from './write-glb.ts'

const DEMO_FOLDER = join(dirname(fileURLToPath(import.meta.url)), '..')

const pieces = new Map<BuildWearablePiece, Map<BodyShape, WearablePiece>>()

/** Builds a piece once for each body shape. Characters and the catalogue share the piece. */
function makePieceOnce(maker: BuildWearablePiece, on: Figure): WearablePiece {
  const cached = pieces.get(maker)?.get(on.shape)
  if (cached) return cached
  const piece = maker(on)
  pieces.set(maker, (pieces.get(maker) ?? new Map()).set(on.shape, piece))
  return piece
}

let bytes = 0

async function save(path: string, file: Uint8Array | string): Promise<void> {
  const full = join(DEMO_FOLDER, path)
  await mkdir(dirname(full), { recursive: true })
  await writeFile(full, file)
  bytes += file.length
}

async function makeBodies(): Promise<void> {
  for (const shape of BODY_SHAPES) {
    const on = createFigure(shape)
    const patches = await createBodyPatches(on, PLAIN_FACE)
    await save(
      `models/body-${shape}.glb`,
      await writeModel({ name: shape, figure: on, patches, paints: FACE_PAINTS, clips: [createIdleClip(on)] }),
    )
  }
}

/** Builds each family's cage around the first body and transfers the cage to the other bodies. */
async function makeCages(): Promise<void> {
  const [first, ...others] = BODY_SHAPES as [BodyShape, ...BodyShape[]]
  const on = createFigure(first)
  const body = (shape: BodyShape) => readFile(join(DEMO_FOLDER, `models/body-${shape}.glb`))
  for (const family of CAGE_FAMILIES) {
    const worn = listWornBases(family).map(({ make }) => makePieceOnce(make, on))
    const template = writeCage(`${family.name} cage`, buildCageMesh(family, on, worn), family.followedJoints)
    await save(`cages/${first}-${family.key}.glb`, template)
    for (const shape of others) {
      const { glb } = await carryCage({ template, fromBody: await body(first), toBody: await body(shape) })
      await save(`cages/${shape}-${family.key}.glb`, glb)
    }
  }
}

async function makePieces(): Promise<void> {
  for (const { key, name, make, shape, isStandalone } of BASE_MODELS) {
    const on = createFigure(shape ?? 'neutral')
    const piece = makePieceOnce(make, on)
    const patches = [...(piece.patches ?? []), ...(await buildPatches(on, piece.parts))]
    await save(
      `models/${key}.glb`,
      await writeModel({ name, figure: on, patches, paints: piece.paints, isStandalone: isStandalone ?? false }),
    )
  }
}

async function makeCostumes(): Promise<void> {
  for (const costume of COSTUMES) {
    const { figure: on, patches, paints } = await buildCostume(costume, makePieceOnce)
    await save(`models/${costume.key}.glb`, await writeModel({ name: costume.name, figure: on, patches, paints }))
  }
}

async function makeCatalogue(): Promise<number> {
  const list = buildCatalogue()
  for (const asset of list.assets) {
    const model = await readFile(join(DEMO_FOLDER, asset.model))
    asset.colours = filterVisibleColours(asset.colours, model)
    await save(asset.thumbnail, await renderThumbnail(asset, model))
  }
  await save('catalogue.json', `${JSON.stringify(list, null, 2)}\n`)
  return list.assets.length
}

/** Drops the colours of materials that the model lacks because other clothes hide them completely. */
function filterVisibleColours(colours: Colours, model: Uint8Array): Colours {
  const names = new Set(readGlb(model).json.materials?.map((material) => material.name))
  return Object.fromEntries(Object.entries(colours).filter(([name]) => names.has(name)))
}

async function main(): Promise<void> {
  const start = performance.now()
  for (const folder of ['models', 'clips', 'cages', 'effects', 'thumbnails'])
    await rm(join(DEMO_FOLDER, folder), { recursive: true, force: true })
  await makeBodies()
  await makeCages()
  await makePieces()
  await makeCostumes()
  const neutral = createFigure('neutral')
  await save('clips/idle.glb', await writeClips('Idle', neutral, [createIdleClip(neutral)]))
  await save('clips/wave.glb', await writeClips('Wave', neutral, [createWaveClip(neutral)]))
  await save('effects/petal-swirl.glb', await writeSwirlEffect())
  const count = await makeCatalogue()
  const seconds = Math.round((performance.now() - start) / 1000)
  process.stdout.write(`${count} assets, ${(bytes / 1e6).toFixed(2)} MB, ${seconds} s\n`)
}

await main()
