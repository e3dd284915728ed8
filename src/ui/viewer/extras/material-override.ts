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
import type { MotionLayer } from '../motion/model-motion.ts'

export interface MaterialOverride extends MotionLayer {
  dispose: () => void
}

/**
 * Creates an override that draws meshes with their normals as colours, or with a checkerboard texture. Materials are replaced
 * only while a frame is drawn.
 */
export function overrideMaterials(meshes: readonly Mesh[], kind: 'normals' | 'uv'): MaterialOverride {
  const replacements = new Map<Material, Material>()
  const chequerTextures = new Map<number, Texture>()
  const replaced: [mesh: Mesh, own: Mesh['material']][] = []
  const replacementFor = (original: Material, mesh: Mesh): Material => {
    const existing = replacements.get(original)
    if (existing) return existing
    const replacement = kind === 'normals' ? normalsMaterial(original) : uvMaterial(original, mesh, chequerTextures)
    replacement.side = original.side
    replacements.set(original, replacement)
    return replacement
  }
  return {
    step: () => {
      for (const mesh of meshes) {
        const original = mesh.material
        replaced.push([mesh, original])
        mesh.material = Array.isArray(original)
          ? original.map((material) => replacementFor(material, mesh))
          : replacementFor(original, mesh)
      }
      return false
    },
    undo: () => {
      for (const [mesh, original] of replaced.splice(0)) mesh.material = original
    },
    dispose: () => {
      for (const resource of [...replacements.values(), ...chequerTextures.values()]) resource.dispose()
      replacements.clear()
      chequerTextures.clear()
    },
  }
}

function normalsMaterial(original: Material): Material {
  const { normalMap = null, normalScale, flatShading = false } = original as MeshStandardMaterial
  const replacement = new MeshNormalMaterial({ normalMap, flatShading })
  if (normalScale) replacement.normalScale.copy(normalScale)
  return replacement
}

function uvMaterial(original: Material, { geometry }: Mesh, chequerTextures: Map<number, Texture>): Material {
  const channel = (original as MeshStandardMaterial).map?.channel ?? 0
  const hasUv = geometry.hasAttribute(channel === 0 ? 'uv' : `uv${channel}`)
  const replacement = new MeshStandardMaterial({ roughness: 1 })
  if (hasUv) {
    const texture = chequerTextures.get(channel) ?? createChequers(channel)
    chequerTextures.set(channel, texture)
    replacement.map = texture
  }
  return replacement
}

/** Fields of the checkerboard per side, and pixels per field. */
const FIELDS = 8
const FIELD_PX = 32

/** Creates a checkerboard texture; the hue shows the column, the brightness the row. */
function createChequers(channel: number): Texture {
  const side = FIELDS * FIELD_PX
  const data = new Uint8Array(side * side * 4)
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1) {
      const [column, row] = [Math.floor(x / FIELD_PX), Math.floor(y / FIELD_PX)]
      const brightness = ((column + row) % 2 === 0 ? 0.62 : 0.38) + (row / FIELDS) * 0.24
      for (const [component, phase] of [0, 1 / 3, 2 / 3].entries()) {
        const hue = 0.5 + 0.5 * Math.cos(2 * Math.PI * (column / FIELDS - phase))
        data[(y * side + x) * 4 + component] = Math.round(255 * Math.min(1, brightness * (0.55 + 0.45 * hue)))
      }
      data[(y * side + x) * 4 + 3] = 255
    }
  const texture = new DataTexture(data, side, side)
  Object.assign(texture, { colorSpace: SRGBColorSpace, wrapS: RepeatWrapping, wrapT: RepeatWrapping, channel })
  Object.assign(texture, { magFilter: LinearFilter, minFilter: LinearMipmapLinearFilter, generateMipmaps: true })
  texture.needsUpdate = true
  return texture
}
