import { Color, type Material, MeshBasicMaterial, type Object3D, type ShaderMaterial, Vector3 } from 'three'
import type { Rig } from './lamps.ts'
import { materialsOf, shapesOf } from './release.ts'

/** The exposure of the look, at which a painted tone is shown as it was painted. */
const USUAL = 1.8

/** How much of the lamps' colour painted tones take on: 0 none, 1 as much as all else. */
const TINT = 0.3

const MAPPING = '#include <tonemapping_fragment>'
const LEVELLED = `gl_FragColor.rgb *= paintedLevel;\n${MAPPING}`

/**
 * Has materials below `root` whose tones were painted show them: those without light, and the toon ones of VRM. Three lamps are
 * chosen for surfaces that turn most of their light away; a toon gives back of each all that it has, from behind too, so that
 * pale skin would be white. Answers what has them lit and mapped as specified again.
 */
export function keepTones(root: Object3D, rig: Rig): () => void {
  const materials = [...new Set(shapesOf(root).flatMap(materialsOf))]
  const toons = materials.filter(isToonMaterial).map(levelOf)
  const painted = [...materials.filter(isToonMaterial), ...materials.filter((it) => it instanceof MeshBasicMaterial)]
  const map = (isMapped: boolean) => {
    for (const material of painted) {
      material.toneMapped = isMapped
      material.needsUpdate = true
    }
  }
  for (const level of toons) level.copy(levelUnder(rig))
  map(false)
  return () => {
    for (const level of toons) level.set(1, 1, 1)
    map(true)
  }
}

const isToonMaterial = (material: Material): material is ShaderMaterial => 'isMToonMaterial' in material

/** What a toon material's colours are multiplied by; the first time its shader learns of it. */
function levelOf(material: ShaderMaterial): Vector3 {
  const known = material.uniforms['paintedLevel']
  if (known) return known.value
  const level = new Vector3(1, 1, 1)
  material.uniforms['paintedLevel'] = { value: level }
  material.fragmentShader = `uniform vec3 paintedLevel;\n${material.fragmentShader.replace(MAPPING, LEVELLED)}`
  material.needsUpdate = true
  return level
}

/** What brings white that all lamps shine on back to white, but for a share of their colour. */
function levelUnder({ exposure, key, fill, rim }: Rig): Vector3 {
  const sum = new Color(0, 0, 0)
  for (const { color, intensity } of [key, fill, rim]) sum.add(new Color(color).multiplyScalar(intensity))
  const bright = 0.2126 * sum.r + 0.7152 * sum.g + 0.0722 * sum.b
  const of = (channel: number) => ((exposure / USUAL) * Math.PI) / (channel ** (1 - TINT) * bright ** TINT)
  return new Vector3(of(sum.r), of(sum.g), of(sum.b))
}
