import { Color, type Material, MeshBasicMaterial, type Object3D, type ShaderMaterial, Vector3 } from 'three'
import type { Rig } from './lamps.ts'
import { materialsOf, shapesOf } from './release.ts'

/** The exposure of the look, at which a painted tone is shown as it was painted. */
const USUAL = 1.8

/** How much of the lamps' colour painted tones take on: 0 none, 1 as much as all else. */
const TINT = 0.3

const MAPPING = '#include <tonemapping_fragment>'

/**
 * Behind a mapping of all that was drawn a tone comes out as it was painted if it goes in as what the mapping makes that of: three's ACES
 * filmic, turned round. `paintedExposure` is 0 where nothing is mapped later.
 */
const UNMAPPING = /* glsl */ `
  uniform float paintedExposure;
  vec3 unmapped(vec3 tone) {
    const mat3 before = mat3(0.59719, 0.07600, 0.02840, 0.35458, 0.90834, 0.13383, 0.04823, 0.01566, 0.83777);
    const mat3 after = mat3(1.60475, -0.10208, -0.00327, -0.53108, 1.10813, -0.07276, -0.07367, -0.00605, 1.07602);
    vec3 y = clamp(inverse(after) * clamp(tone, 0.0, 1.0), 0.0, 0.99);
    vec3 a = 1.0 - 0.983729 * y;
    vec3 b = 0.0245786 - 0.4329510 * y;
    vec3 v = (sqrt(b * b + 4.0 * a * (0.000090537 + 0.238081 * y)) - b) / (2.0 * a);
    return inverse(before) * v * (0.6 / paintedExposure);
  }
`
const UNMAPPED = `${MAPPING}\nif (paintedExposure > 0.0) gl_FragColor.rgb = unmapped(gl_FragColor.rgb);`
const LEVELLED = `gl_FragColor.rgb *= paintedLevel;\n${UNMAPPED}`

/**
 * Has materials below `root` whose tones were painted show them: those without light, and the toon ones of VRM. Three lamps are
 * chosen for surfaces that turn most of their light away; a toon gives back of each all that it has, from behind too, so that
 * pale skin would be white. `isComposed`: the tones of the whole picture are mapped at the end, those of these with them. Answers what
 * has them lit and mapped as specified again.
 */
export function keepTones(root: Object3D, rig: Rig, isComposed: boolean): () => void {
  const materials = [...new Set(shapesOf(root).flatMap(materialsOf))]
  const toons = materials.filter(isToonMaterial).map(levelOf)
  const plain = materials.filter((it) => it instanceof MeshBasicMaterial)
  const painted = [...materials.filter(isToonMaterial), ...plain]
  const exposures = [...toons.map(({ exposure }) => exposure), ...plain.map(exposureOf)]
  const keep = (isKept: boolean) => {
    for (const exposure of exposures) exposure.value = isKept && isComposed ? rig.exposure : 0
    for (const material of painted) {
      material.toneMapped = !isKept
      material.needsUpdate = true
    }
  }
  for (const { level } of toons) level.copy(levelUnder(rig))
  keep(true)
  return () => {
    for (const { level } of toons) level.set(1, 1, 1)
    keep(false)
  }
}

const isToonMaterial = (material: Material): material is ShaderMaterial => 'isMToonMaterial' in material

interface Exposure {
  value: number
}

/** What a toon material's colours are multiplied by, and what maps them later; the first time its shader learns of it. */
function levelOf(material: ShaderMaterial): { level: Vector3; exposure: Exposure } {
  const { paintedLevel: known, paintedExposure: mapped } = material.uniforms
  if (known && mapped) return { level: known.value, exposure: mapped }
  const [level, exposure] = [new Vector3(1, 1, 1), { value: 0 }]
  material.uniforms['paintedLevel'] = { value: level }
  material.uniforms['paintedExposure'] = exposure
  material.fragmentShader = `uniform vec3 paintedLevel;${UNMAPPING}${material.fragmentShader.replace(MAPPING, LEVELLED)}`
  material.needsUpdate = true
  return { level, exposure }
}

const known = new WeakMap<Material, Exposure>()

/** What maps a material without light later; the first time its shader learns of it. */
function exposureOf(material: MeshBasicMaterial): Exposure {
  const exposure = known.get(material) ?? { value: 0 }
  if (!known.has(material))
    material.onBeforeCompile = (shader) => {
      shader.uniforms['paintedExposure'] = exposure
      shader.fragmentShader = UNMAPPING + shader.fragmentShader.replace(MAPPING, UNMAPPED)
    }
  known.set(material, exposure)
  return exposure
}

/** What brings white that all lamps shine on back to white, but for a share of their colour. */
function levelUnder({ exposure, key, fill, rim }: Rig): Vector3 {
  const sum = new Color(0, 0, 0)
  for (const { color, intensity } of [key, fill, rim]) sum.add(new Color(color).multiplyScalar(intensity))
  const bright = 0.2126 * sum.r + 0.7152 * sum.g + 0.0722 * sum.b
  const of = (channel: number) => ((exposure / USUAL) * Math.PI) / (channel ** (1 - TINT) * bright ** TINT)
  return new Vector3(of(sum.r), of(sum.g), of(sum.b))
}
