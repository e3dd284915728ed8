// @vitest-environment jsdom
import { Group, type Mesh, type Object3D, Quaternion, Texture, Vector3, type WebGLRenderer } from 'three'
import { describe, expect, it, vi } from 'vitest'
import { MODEL_BUDGET } from '../../../../src/files/model-budget.ts'
import { createLifeLayer } from '../../../../src/ui/viewer/extras/life-layer.ts'
import { createMorphInfluences } from '../../../../src/ui/viewer/extras/morph-influences.ts'
import { drawablesOf, materialsOf } from '../../../../src/ui/viewer/load/dispose.ts'
import { assembleModel, type Model } from '../../../../src/ui/viewer/load/model.ts'
import { readModel } from '../../../../src/ui/viewer/load/read-model.ts'
import { createEmotionFace } from '../../../../src/ui/viewer/motion/emotion-face.ts'
import { applyMotionLayers, createModelMotion } from '../../../../src/ui/viewer/motion/model-motion.ts'
import { expectOutput } from '../../../support/output.ts'
import { buildVrm, type VrmOptions } from '../../../support/vrm.ts'

const options = (vrm: boolean) => ({
  gl: {} as WebGLRenderer,
  budget: MODEL_BUDGET,
  decoderPath: undefined,
  base: undefined,
  vrm,
})

const read = async (vrmOptions: VrmOptions, vrm = true) => readModel((await buildVrm(vrmOptions)).buffer, options(vrm))

/** Loads the figure and adds it to a group that tests can rotate. */
async function figure(vrmOptions: VrmOptions): Promise<{ model: Model; parent: Group }> {
  const model = await assembleModel([await read({ ...vrmOptions, hasNoPicture: true })])
  const parent = new Group().add(model.root)
  parent.updateMatrixWorld(true)
  return { model, parent }
}

/** Returns the influences of the figure's four morph targets: mouth, smile, eyelids, eyes up. */
function weights({ root }: Model): number[] {
  let influences: number[] = []
  root.traverse((object) => {
    influences = (object as Mesh).morphTargetInfluences ?? influences
  })
  return [...influences]
}

const plaitAngles = ({ root }: Model) =>
  ['node_21', 'node_22'].map((name) => root.getObjectByName(name)!.quaternion.angleTo(new Quaternion()))

describe.each([0, 1] as const)('a VRM %i', (version) => {
  it('lists its expressions by their VRM 1.0 names, and loads as a plain model if the option vrm is off', async () => {
    const { model } = await figure({ version })
    expect(model.info.expressions?.toSorted()).toEqual(
      version === 1 ? ['aa', 'blink', 'happy', 'lookUp', 'wink'] : ['Wink', 'aa', 'blink', 'happy', 'lookUp'],
    )
    const plain = await assembleModel([await read({ version, hasNoPicture: true }, false)])
    expect([plain.persona, Object.hasOwn(plain.info, 'expressions')]).toEqual([null, false])
  })

  it('draws all vertices with its material and its outline, although its geometry has no index', async () => {
    const { model } = await figure({ version })
    const [shape] = drawablesOf(model.root)
    const vertexCount = shape!.geometry.getAttribute('position').count
    expect([shape!.geometry.index, vertexCount]).toEqual([null, 936])
    expect(shape!.geometry.groups.map(({ start, count }) => [start, count])).toEqual([
      [0, vertexCount],
      [0, vertexCount],
    ])
  })

  it('faces the camera, whatever direction its version uses', async () => {
    const { model } = await figure({ version })
    const { x } = model.persona!.limbs.get('leftFoot')!.getWorldPosition(new Vector3())
    expect(x).toBeCloseTo(0.09)
  })

  it('shows an emotion by expressions and morph targets, and resets the targets when the emotion ends', async () => {
    const { model } = await figure({ version })
    const face = createEmotionFace(model.root, model.persona!.face)
    face.setEmotion({ happy: 0.5, Smile: 0.25, 'Mouth open': 0.1 }, true)
    const motion = createModelMotion()
    applyMotionLayers(motion, 0.02, model.persona)
    const close = (values: readonly number[]) => values.map((value) => Number(value.toFixed(3)))
    expect(close(weights(model))).toEqual([0.1, 0.75, 0, 0])
    await Promise.resolve()
    expect(close(weights(model))).toEqual([0.1, 0.25, 0, 0])
    face.setEmotion(undefined, true)
    applyMotionLayers(motion, 0.02, model.persona)
    expect(weights(model)).toEqual([0, 0, 0, 0])
  })

  it('opens its mouth for a viseme and closes its lids for a blink through expressions', async () => {
    const { model } = await figure({ version })
    const morphs = createMorphInfluences(model.root, model.persona!.face)
    morphs.add('aa', 0.8)
    morphs.add('blink', 1)
    model.persona!.step(0.02, true)
    expect(weights(model)).toEqual([0.8, 0, 1, 0])
  })

  it('turns head and eyes to a target at the upper left, and resets the eyes after the frame', async () => {
    const { model, parent } = await figure({ version })
    const motion = createModelMotion()
    const target = new Vector3(3, 2, 3)
    const life = createLifeLayer(model, () => ({ parts: [], target, isStill: true }), Math.random)
    motion.layers.add(life)
    const eye = model.persona!.limbs.get('leftEye')!
    const initial = eye.getWorldQuaternion(new Quaternion())
    applyMotionLayers(motion, 0.02, model.persona, true)
    parent.updateMatrixWorld(true)
    const forward = new Vector3(0, 0, 1).applyQuaternion(
      eye.getWorldQuaternion(new Quaternion()).multiply(initial.clone().invert()),
    )
    const head = model.persona!.limbs.get('head')!.getWorldQuaternion(new Quaternion())
    expect(forward.x).toBeGreaterThan(0.4)
    expect(forward.y).toBeGreaterThan(0.1)
    // The eyes rotate further than the head.
    expect(forward.angleTo(new Vector3(0, 0, 1))).toBeGreaterThan(
      new Vector3(0, 0, 1).applyQuaternion(head).angleTo(new Vector3(0, 0, version === 1 ? 1 : -1)),
    )
    await Promise.resolve()
    expect(eye.getWorldQuaternion(new Quaternion()).angleTo(initial)).toBeLessThan(1e-6)
  })

  it('shows an upward gaze by expressions if it has no eye bones', async () => {
    const { model } = await figure({ version, looksByFace: true })
    model.persona!.setGaze!({ yaw: 0, pitch: Math.PI / 4 })
    model.persona!.step(0.02, true)
    expect(weights(model)[3]).toBeCloseTo(0.5)
    model.persona!.undo()
    model.persona!.setGaze!(null)
    model.persona!.step(0.02, true)
    expect(weights(model)[3]).toBe(0)
  })

  it('swings its spring bones after a turn until the bones rest, and resets the bones under reduced motion', async () => {
    const { model, parent } = await figure({ version })
    const motion = createModelMotion()
    const countFramesToRest = () => {
      let frames = 0
      while (applyMotionLayers(motion, 1 / 60, model.persona) && frames < 2000) frames += 1
      return frames
    }
    expect(plaitAngles(model)).toEqual([0, 0])
    expect(countFramesToRest()).toBeLessThan(2000)
    const hanging = plaitAngles(model)
    expect(Math.min(...hanging)).toBeGreaterThan(0.2)
    expect(applyMotionLayers(motion, 1 / 60, model.persona)).toBe(false)
    parent.rotation.y = 1
    expect(applyMotionLayers(motion, 1 / 60, model.persona)).toBe(true)
    expect(countFramesToRest()).toBeGreaterThan(5)
    for (const [index, angle] of plaitAngles(model).entries()) expect(angle).toBeCloseTo(hanging[index]!, 2)
    expect(applyMotionLayers(motion, 1 / 60, model.persona, true)).toBe(false)
    expect(plaitAngles(model)).toEqual([0, 0])
  })
})

describe('a VRM', () => {
  it('frees the textures of its toon materials after the last release', async () => {
    const { scene } = await read({ version: 1, hasNoPicture: true })
    const [material] = drawablesOf(scene).flatMap(materialsOf)
    const map = new Texture()
    ;(material as unknown as { map: Texture }).map = map
    const onDispose = vi.fn()
    map.addEventListener('dispose', onDispose)
    const model = await assembleModel([{ scene, clips: [], isFbx: false }])
    expect(map.anisotropy).toBe(8)
    vi.useFakeTimers()
    model.retain()()
    vi.advanceTimersByTime(100)
    vi.useRealTimers()
    expect(onDispose).toHaveBeenCalled()
  })

  it.each<[string, VrmOptions, string]>([
    [
      'references to missing bones',
      { version: 1, extension: { humanoid: { humanBones: { hips: { node: 999 } } } } },
      'unreadable',
    ],
    ['no bones', { version: 1, extension: { humanoid: { humanBones: {} } } }, 'unreadable'],
    ['no bones in version 0', { version: 0, extension: { humanoid: { humanBones: [] } } }, 'unreadable'],
    ['null in place of a spring', { version: 1, springs: { springs: [null] } }, 'unreadable'],
    [
      'too many spring bones',
      { version: 1, springs: { springs: [{ joints: Array.from({ length: 2001 }, () => ({ node: 0 })) }] } },
      'toolarge',
    ],
  ])('with %s is rejected with a ViewerError', async (_, vrmOptions, reason) => {
    await expect(read({ ...vrmOptions, hasNoPicture: true })).rejects.toMatchObject({ name: 'ViewerError', reason })
  })

  it('with an unknown specVersion loads as a plain model', async () => {
    expectOutput('Unknown VRMC_vrm specVersion "9.0"')
    const { persona, scene } = await read({ version: 1, hasNoPicture: true, extension: { specVersion: '9.0' } })
    expect([persona, drawablesOf(scene as Object3D).length]).toEqual([null, 1])
  })
})
