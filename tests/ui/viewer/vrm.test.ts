// @vitest-environment jsdom
import { Group, type Mesh, type Object3D, Quaternion, Texture, Vector3, type WebGLRenderer } from 'three'
import { describe, expect, it, vi } from 'vitest'
import { MODEL_BUDGET } from '../../../src/files/model-budget.ts'
import { createBody, wear } from '../../../src/ui/viewer/body.ts'
import { faceOf } from '../../../src/ui/viewer/emotions.ts'
import { lifeOf } from '../../../src/ui/viewer/extras/life.ts'
import { morphsOf } from '../../../src/ui/viewer/extras/morphs.ts'
import { assemble, type Model } from '../../../src/ui/viewer/model.ts'
import { readModel } from '../../../src/ui/viewer/read-model.ts'
import { materialsOf, shapesOf } from '../../../src/ui/viewer/release.ts'
import { type VrmMaking, vrmFile } from '../../support/vrm.ts'

const options = (vrm: boolean) => ({
  gl: {} as WebGLRenderer,
  budget: MODEL_BUDGET,
  decoderPath: undefined,
  base: undefined,
  vrm,
})

const read = async (making: VrmMaking, vrm = true) => readModel((await vrmFile(making)).buffer, options(vrm))

/** The figure as it stands in a scene that is turned by `stand`. */
async function figure(making: VrmMaking): Promise<{ model: Model; stand: Group }> {
  const model = await assemble([await read({ ...making, isPlain: true })])
  const stand = new Group().add(model.root)
  stand.updateMatrixWorld(true)
  return { model, stand }
}

/** What the figure's four targets weigh: mouth, smile, lids, eyes up. */
function weights({ root }: Model): number[] {
  let found: number[] = []
  root.traverse((object) => {
    found = (object as Mesh).morphTargetInfluences ?? found
  })
  return [...found]
}

const swung = ({ root }: Model) =>
  ['node_21', 'node_22'].map((name) => root.getObjectByName(name)!.quaternion.angleTo(new Quaternion()))

describe.each([0, 1] as const)('a VRM %i', (version) => {
  it('tells its expressions by the names of VRM 1, and is a plain model where it is not asked for', async () => {
    const { model } = await figure({ version })
    expect(model.info.expressions?.toSorted()).toEqual(
      version === 1 ? ['aa', 'blink', 'happy', 'lookUp', 'wink'] : ['Wink', 'aa', 'blink', 'happy', 'lookUp'],
    )
    const plain = await assemble([await read({ version, isPlain: true }, false)])
    expect([plain.persona, Object.hasOwn(plain.info, 'expressions')]).toEqual([null, false])
  })

  it('is drawn whole, with its outline, though no index tells how far it goes', async () => {
    const { model } = await figure({ version })
    const [shape] = shapesOf(model.root)
    const whole = shape!.geometry.getAttribute('position').count
    expect([shape!.geometry.index, whole]).toEqual([null, 936])
    expect(shape!.geometry.groups.map(({ start, count }) => [start, count])).toEqual([
      [0, whole],
      [0, whole],
    ])
  })

  it('faces us, whichever way its version looks', async () => {
    const { model } = await figure({ version })
    const { x } = model.persona!.limbs.get('leftFoot')!.getWorldPosition(new Vector3())
    expect(x).toBeCloseTo(0.09)
  })

  it('shows an emotion by its expressions, beside what its targets are told, and takes both off', async () => {
    const { model } = await figure({ version })
    const face = faceOf(model.root, model.persona!.face)
    face.feel({ happy: 0.5, Smile: 0.25, 'Mouth open': 0.1 }, true)
    const body = createBody()
    wear(body, 0.02, model.persona)
    const close = (values: readonly number[]) => values.map((value) => Number(value.toFixed(3)))
    expect(close(weights(model))).toEqual([0.1, 0.75, 0, 0])
    await Promise.resolve()
    expect(close(weights(model))).toEqual([0.1, 0.25, 0, 0])
    face.feel(undefined, true)
    wear(body, 0.02, model.persona)
    expect(weights(model)).toEqual([0, 0, 0, 0])
  })

  it('opens its mouth for a viseme, and shuts its lids for life, by its expressions', async () => {
    const { model } = await figure({ version })
    const morphs = morphsOf(model.root, model.persona!.face)
    morphs.add('aa', 0.8)
    morphs.add('blink', 1)
    model.persona!.step(0.02, true)
    expect(weights(model)).toEqual([0.8, 0, 1, 0])
  })

  it('looks where it is told, to its left and up, and straight on again', async () => {
    const { model, stand } = await figure({ version })
    const body = createBody()
    let target: Vector3 | null = new Vector3(3, 2, 3)
    const life = lifeOf(model, () => ({ parts: [], target, isStill: true }), Math.random)
    body.layers.add(life)
    const eye = model.persona!.limbs.get('leftEye')!
    const first = eye.getWorldQuaternion(new Quaternion())
    wear(body, 0.02, model.persona, true)
    stand.updateMatrixWorld(true)
    const ahead = new Vector3(0, 0, 1).applyQuaternion(
      eye.getWorldQuaternion(new Quaternion()).multiply(first.clone().invert()),
    )
    const head = model.persona!.limbs.get('head')!.getWorldQuaternion(new Quaternion())
    expect(ahead.x).toBeGreaterThan(0.4)
    expect(ahead.y).toBeGreaterThan(0.1)
    // The eyes go further than the head does.
    expect(ahead.angleTo(new Vector3(0, 0, 1))).toBeGreaterThan(
      new Vector3(0, 0, 1).applyQuaternion(head).angleTo(new Vector3(0, 0, version === 1 ? 1 : -1)),
    )
    await Promise.resolve()
    target = null
    expect(eye.getWorldQuaternion(new Quaternion()).angleTo(first)).toBeLessThan(1e-6)
  })

  it('looks up by its face where it has no way to turn its eyes', async () => {
    const { model } = await figure({ version, looksByFace: true })
    model.persona!.look!({ yaw: 0, pitch: Math.PI / 4 })
    model.persona!.step(0.02, true)
    expect(weights(model)[3]).toBeCloseTo(0.5)
    model.persona!.undo()
    model.persona!.look!(null)
    model.persona!.step(0.02, true)
    expect(weights(model)[3]).toBe(0)
  })

  it('lets its plait fall and come to rest, swing when it is turned, and hang still where motion is spared', async () => {
    const { model, stand } = await figure({ version })
    const body = createBody()
    const settle = () => {
      let frames = 0
      while (wear(body, 1 / 60, model.persona) && frames < 2000) frames += 1
      return frames
    }
    expect(swung(model)).toEqual([0, 0])
    expect(settle()).toBeLessThan(2000)
    const hanging = swung(model)
    expect(Math.min(...hanging)).toBeGreaterThan(0.2)
    expect(wear(body, 1 / 60, model.persona)).toBe(false)
    stand.rotation.y = 1
    expect(wear(body, 1 / 60, model.persona)).toBe(true)
    expect(settle()).toBeGreaterThan(5)
    for (const [at, angle] of swung(model).entries()) expect(angle).toBeCloseTo(hanging[at]!, 2)
    expect(wear(body, 1 / 60, model.persona, true)).toBe(false)
    expect(swung(model)).toEqual([0, 0])
  })
})

describe('a VRM', () => {
  it('gives back the textures of its toon materials', async () => {
    const { scene } = await read({ version: 1, isPlain: true })
    const [material] = shapesOf(scene).flatMap(materialsOf)
    const map = new Texture()
    ;(material as unknown as { map: Texture }).map = map
    const freed = vi.fn()
    map.addEventListener('dispose', freed)
    const model = await assemble([{ scene, clips: [], isFbx: false }])
    expect(map.anisotropy).toBe(8)
    vi.useFakeTimers()
    model.hold()()
    vi.advanceTimersByTime(100)
    vi.useRealTimers()
    expect(freed).toHaveBeenCalled()
  })

  it.each<[string, VrmMaking, string]>([
    [
      'bones that are not there',
      { version: 1, told: { humanoid: { humanBones: { hips: { node: 999 } } } } },
      'unreadable',
    ],
    ['no bones', { version: 1, told: { humanoid: { humanBones: {} } } }, 'unreadable'],
    ['no bones, before 1.0', { version: 0, told: { humanoid: { humanBones: [] } } }, 'unreadable'],
    ['nothing where a spring should be', { version: 1, springs: { springs: [null] } }, 'unreadable'],
    [
      'more bones that swing than may',
      { version: 1, springs: { springs: [{ joints: Array.from({ length: 2001 }, () => ({ node: 0 })) }] } },
      'toolarge',
    ],
  ])('with %s is refused in words, not thrown into the page', async (_, making, reason) => {
    await expect(read({ ...making, isPlain: true })).rejects.toMatchObject({ name: 'ViewerError', reason })
  })

  it('that says nothing more than that it is one is shown as a plain model', async () => {
    const { persona, scene } = await read({ version: 1, isPlain: true, told: { specVersion: '9.0' } })
    expect([persona, shapesOf(scene as Object3D).length]).toEqual([null, 1])
  })
})
