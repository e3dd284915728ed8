import {
  DataTexture,
  LinearFilter,
  LinearMipmapLinearFilter,
  type Material,
  type Mesh,
  MeshNormalMaterial,
  MeshStandardMaterial,
  RepeatWrapping,
  SRGBColorSpace,
  type Texture,
} from 'three'
import type { Layer } from '../body.ts'

/** What is seen in place of a model's materials. */
export interface Lens extends Layer {
  /** Takes all that it brought off the card. */
  dispose: () => void
}

/** Draws meshes as where their surface faces, or with a chequered picture laid over it; only while a frame is drawn. */
export function lensOver(meshes: readonly Mesh[], kind: 'normals' | 'uv'): Lens {
  const made = new Map<Material, Material>()
  const pictures = new Map<number, Texture>()
  const worn: [mesh: Mesh, own: Mesh['material']][] = []
  const seen = (own: Material, mesh: Mesh): Material => {
    const known = made.get(own)
    if (known) return known
    const lens = kind === 'normals' ? facing(own) : chequered(own, mesh, pictures)
    lens.side = own.side
    made.set(own, lens)
    return lens
  }
  return {
    step: () => {
      for (const mesh of meshes) {
        const own = mesh.material
        worn.push([mesh, own])
        mesh.material = Array.isArray(own) ? own.map((one) => seen(one, mesh)) : seen(own, mesh)
      }
      return false
    },
    undo: () => {
      for (const [mesh, own] of worn.splice(0)) mesh.material = own
    },
    dispose: () => {
      for (const one of [...made.values(), ...pictures.values()]) one.dispose()
      made.clear()
      pictures.clear()
    },
  }
}

function facing(own: Material): Material {
  const { normalMap = null, normalScale, flatShading = false } = own as MeshStandardMaterial
  const lens = new MeshNormalMaterial({ normalMap, flatShading })
  if (normalScale) lens.normalScale.copy(normalScale)
  return lens
}

function chequered(own: Material, { geometry }: Mesh, pictures: Map<number, Texture>): Material {
  const channel = (own as MeshStandardMaterial).map?.channel ?? 0
  const hasPlace = geometry.hasAttribute(channel === 0 ? 'uv' : `uv${channel}`)
  const lens = new MeshStandardMaterial({ roughness: 1 })
  if (hasPlace) {
    const picture = pictures.get(channel) ?? chequers(channel)
    pictures.set(channel, picture)
    lens.map = picture
  }
  return lens
}

/** Fields along a side, and pixels along a field. */
const FIELDS = 8
const FIELD = 32

/** A picture whose fields tell by their colour how far along they lie, and by their brightness how far up. */
function chequers(channel: number): Texture {
  const side = FIELDS * FIELD
  const data = new Uint8Array(side * side * 4)
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1) {
      const [column, row] = [Math.floor(x / FIELD), Math.floor(y / FIELD)]
      const light = ((column + row) % 2 === 0 ? 0.62 : 0.38) + (row / FIELDS) * 0.24
      for (const [part, turn] of [0, 1 / 3, 2 / 3].entries()) {
        const hue = 0.5 + 0.5 * Math.cos(2 * Math.PI * (column / FIELDS - turn))
        data[(y * side + x) * 4 + part] = Math.round(255 * Math.min(1, light * (0.55 + 0.45 * hue)))
      }
      data[(y * side + x) * 4 + 3] = 255
    }
  const picture = new DataTexture(data, side, side)
  Object.assign(picture, { colorSpace: SRGBColorSpace, wrapS: RepeatWrapping, wrapT: RepeatWrapping, channel })
  Object.assign(picture, { magFilter: LinearFilter, minFilter: LinearMipmapLinearFilter, generateMipmaps: true })
  picture.needsUpdate = true
  return picture
}
