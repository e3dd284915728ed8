import { Color, type Material, MeshBasicMaterial, type Object3D, type ShaderMaterial, Vector3 } from 'three'
import { drawablesOf, materialsOf } from '../load/dispose.ts'
import type { LightRig } from './lamps.ts'

/** Specified exposure, at which painted colours are shown unchanged. */
const PAINTED_EXPOSURE = 1.8

/** Fraction of the lamps' colour that tints painted materials, from 0 to 1. */
const TINT = 0.3

const MAPPING = '#include <tonemapping_fragment>'

/**
 * Inverse of the ACES Filmic tone mapping of three.js. Applied before the final tone mapping, so that a painted colour is shown
 * unchanged. `paintedExposure` is 0 if no tone mapping follows.
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
 * Keeps the painted colours of unlit materials and VRM toon materials below `root`. The three lamps are tuned for surfaces that
 * reflect little of their light. Toon materials reflect all light, even from behind, which would turn pale skin white.
 * `isComposed` means that the whole picture is tone-mapped at the end. Returns a function that restores the specified lighting
 * and tone mapping.
 */
export function preservePaintedTones(root: Object3D, rig: LightRig, isComposed: boolean): () => void {
  const materials = [...new Set(drawablesOf(root).flatMap(materialsOf))]
  const toonLevels = materials.filter(isToonMaterial).map(toonLevelOf)
  const unlitMaterials = materials.filter((material) => material instanceof MeshBasicMaterial)
  const paintedMaterials = [...materials.filter(isToonMaterial), ...unlitMaterials]
  const exposures = [...toonLevels.map(({ exposure }) => exposure), ...unlitMaterials.map(exposureOf)]
  const preserve = (isPreserved: boolean) => {
    for (const exposure of exposures) exposure.value = isPreserved && isComposed ? rig.exposure : 0
    for (const material of paintedMaterials) {
      material.toneMapped = !isPreserved
      material.needsUpdate = true
    }
  }
  for (const { level } of toonLevels) level.copy(levelUnder(rig))
  preserve(true)
  return () => {
    for (const { level } of toonLevels) level.set(1, 1, 1)
    preserve(false)
  }
}

const isToonMaterial = (material: Material): material is ShaderMaterial => 'isMToonMaterial' in material

interface Exposure {
  value: number
}

/** Returns the uniforms of a toon material: colour factor, and exposure of the final tone mapping. Patches the shader once. */
function toonLevelOf(material: ShaderMaterial): { level: Vector3; exposure: Exposure } {
  const { paintedLevel: existingLevel, paintedExposure: existingExposure } = material.uniforms
  if (existingLevel && existingExposure) return { level: existingLevel.value, exposure: existingExposure }
  const [level, exposure] = [new Vector3(1, 1, 1), { value: 0 }]
  material.uniforms['paintedLevel'] = { value: level }
  material.uniforms['paintedExposure'] = exposure
  material.fragmentShader = `uniform vec3 paintedLevel;${UNMAPPING}${material.fragmentShader.replace(MAPPING, LEVELLED)}`
  material.needsUpdate = true
  return { level, exposure }
}

const exposureByMaterial = new WeakMap<Material, Exposure>()

/** Returns the uniform of an unlit material: exposure of the final tone mapping. Patches the shader once. */
function exposureOf(material: MeshBasicMaterial): Exposure {
  const exposure = exposureByMaterial.get(material) ?? { value: 0 }
  if (!exposureByMaterial.has(material))
    material.onBeforeCompile = (shader) => {
      shader.uniforms['paintedExposure'] = exposure
      shader.fragmentShader = UNMAPPING + shader.fragmentShader.replace(MAPPING, UNMAPPED)
    }
  exposureByMaterial.set(material, exposure)
  return exposure
}

/** Returns the colour factor that maps white under all three lamps back to white, tinted by a fraction of the lamps' colour. */
function levelUnder({ exposure, key, fill, rim }: LightRig): Vector3 {
  const sum = new Color(0, 0, 0)
  for (const { color, intensity } of [key, fill, rim]) sum.add(new Color(color).multiplyScalar(intensity))
  const brightness = 0.2126 * sum.r + 0.7152 * sum.g + 0.0722 * sum.b
  const factorFor = (channel: number) =>
    ((exposure / PAINTED_EXPOSURE) * Math.PI) / (channel ** (1 - TINT) * brightness ** TINT)
  return new Vector3(factorFor(sum.r), factorFor(sum.g), factorFor(sum.b))
}
