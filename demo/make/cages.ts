import { Document, Logger } from '@gltf-transform/core'
import { bodyOf } from './body.ts'
import { type Field, melt, union } from './field.ts'
import { type Figure, HEAD } from './figure.ts'
import type { Paints } from './paint.ts'
import { tighten } from './piece.ts'
import { type Net, polygonise } from './polygonise.ts'
import type { Piece } from './wardrobe.ts'
import { addMaterial, finish } from './write.ts'

/** How far a cage stays away from what it encloses, metres, and how coarse it may be: the first that closes is taken. */
const CAGE = { away: 0.044, cells: [0.092, 0.09, 0.094, 0.088, 0.096, 0.086], soft: 0.05 }

const PAINTS: Paints = { Cage: { colour: '#7d9bea', roughness: 0.8, alpha: 0.45, doubleSided: true } }

/** A coarse closed net around a body in all that is fitted to it. Throws when no coarseness gives a closed one. */
export function cageNet(figure: Figure, pieces: readonly Piece[]): Net {
  const by = figure.head[1] - HEAD[1]
  const onHead = pieces.filter((piece) => piece.parts.some((part) => part.joint === 'Head'))
  const onBody = pieces.filter((piece) => !onHead.includes(piece))
  const head = union(...onHead.flatMap((piece) => piece.parts.map((part) => part.field)))
  const worn = union(...onBody.flatMap((piece) => piece.parts.map((part) => part.field)))
  const body = bodyOf(figure).whole
  const field: Field = (x, y, z) =>
    melt(melt(body(x, y, z), worn(x, y, z), CAGE.soft), head(x, y - by, z), CAGE.soft) - CAGE.away
  const bounds = tighten(field, { low: [-0.7, -0.15, -0.6], high: [0.7, 1.85, 0.6] }, 0.04)
  for (const cell of CAGE.cells) {
    const net = polygonise(field, bounds, cell)
    if (isClosed(net)) return net
  }
  throw new Error(`No closed cage was found for the ${figure.shape} body.`)
}

/** Every edge has exactly two triangles, one on each side. */
function isClosed({ indices }: Net): boolean {
  const edges = new Map<string, number>()
  for (let t = 0; t < indices.length; t += 3)
    for (let k = 0; k < 3; k++) {
      const edge = `${indices[t + k]}-${indices[t + ((k + 1) % 3)]}`
      edges.set(edge, (edges.get(edge) ?? 0) + 1)
    }
  return [...edges].every(([edge, count]) => count === 1 && edges.get(edge.split('-').reverse().join('-')) === 1)
}

/** Writes a cage as GLB: one mesh without skin. */
export async function writeCage(name: string, { positions, indices }: Net): Promise<Uint8Array> {
  const document = new Document()
  document.setLogger(new Logger(Logger.Verbosity.ERROR))
  const buffer = document.createBuffer()
  const primitive = document
    .createPrimitive()
    .setMaterial(addMaterial(document, 'Cage', PAINTS))
    .setAttribute('POSITION', document.createAccessor().setType('VEC3').setArray(positions).setBuffer(buffer))
    .setIndices(document.createAccessor().setType('SCALAR').setArray(indices).setBuffer(buffer))
  const mesh = document.createMesh(name).addPrimitive(primitive)
  document.createScene(name).addChild(document.createNode(name).setMesh(mesh))
  return finish(document)
}
