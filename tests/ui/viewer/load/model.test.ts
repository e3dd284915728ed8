import {
  AnimationClip,
  AnimationMixer,
  Bone,
  BoxGeometry,
  BufferAttribute,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshStandardMaterial,
  Points,
  PointsMaterial,
  QuaternionKeyframeTrack,
  Texture,
  VectorKeyframeTrack,
} from 'three'
import { describe, expect, it, vi } from 'vitest'
import { assembleModel } from '../../../../src/ui/viewer/load/model.ts'
import { hasSomethingToDraw } from '../../../../src/ui/viewer/load/read-model.ts'
import { createEmotionFace } from '../../../../src/ui/viewer/motion/emotion-face.ts'
import { fitClip, playClip } from '../../../../src/ui/viewer/motion/playback.ts'

function part(material = new MeshStandardMaterial(), y = 0) {
  const mesh = new Mesh(new BoxGeometry(1, 2, 1), material)
  mesh.position.y = y
  return { scene: new Group().add(mesh), clips: [], isFbx: false }
}

function face(...names: string[]) {
  const geometry = new BoxGeometry()
  geometry.morphAttributes.position = names.map((name) => {
    const attribute = new BufferAttribute(new Float32Array(72), 3)
    attribute.name = name
    return attribute
  })
  return new Mesh(geometry)
}

describe('a model', () => {
  it('shares a depth material between plain meshes, but not between textured or morphed meshes', async () => {
    const texturedMaterial = () => new MeshStandardMaterial({ map: new Texture() })
    const smiling = face('jawOpen')
    smiling.material = new MeshStandardMaterial()
    const parts = [part(), part(), part(texturedMaterial()), part(texturedMaterial())].map(
      ({ scene }) => scene.children[0] as Mesh,
    )
    const scene = new Group().add(...parts, smiling)
    await assembleModel([{ scene, clips: [], isFbx: false }])
    const [one, other, first, second] = parts.map(({ customDepthMaterial }) => customDepthMaterial)
    expect(one).toBeDefined()
    expect(other).toBe(one)
    expect(new Set([one, first, second, smiling.customDepthMaterial]).size).toBe(4)
  })

  it('with several parts is centred and measured as a whole', async () => {
    const { root, size } = await assembleModel([part(undefined, 1), part(undefined, 3)])
    expect(size).toEqual({ radius: Math.SQRT1_2, height: 4 })
    expect(root.position.toArray().map((value) => value + 0)).toEqual([0, -2, 0])
  })

  it('gets a higher emissive intensity for emissive maps and a higher roughness for hair', async () => {
    const hair = new MeshStandardMaterial({ name: 'Wolf3D_Hair', roughness: 0.1 })
    const lamp = new MeshStandardMaterial({ emissiveMap: new Texture() })
    const plain = new MeshStandardMaterial({ roughness: 0.1 })
    await assembleModel([part(hair), part(lamp), part(plain)])
    expect([hair.roughness, lamp.emissiveIntensity]).toEqual([0.9, 3.3])
    expect([plain.roughness, plain.emissiveIntensity]).toEqual([0.1, 1])
  })

  it.each([
    ['points', (geometry: BoxGeometry) => new Points(geometry, new PointsMaterial({ sizeAttenuation: false }))],
    ['lines', (geometry: BoxGeometry) => new LineSegments(geometry, new LineBasicMaterial())],
  ])(
    'with only %s has a size and vertex counts, and frees its resources after the last release',
    async (_, makeShape) => {
      const drawn = makeShape(new BoxGeometry(1, 2, 1))
      const model = await assembleModel([{ scene: new Group().add(drawn), clips: [], isFbx: false }])
      expect(hasSomethingToDraw(model.root)).toBe(true)
      expect(model.size).toEqual({ radius: Math.SQRT1_2, height: 2 })
      expect(Math.max(...model.outline.map(({ radius }) => radius))).toBeCloseTo(Math.SQRT1_2)
      expect([model.info.vertices, model.info.triangles, model.info.materials]).toEqual([24, 0, 1])
      const onDispose = vi.fn()
      for (const resource of [drawn.geometry, drawn.material]) resource.addEventListener('dispose', onDispose)
      vi.useFakeTimers()
      model.retain()()
      vi.advanceTimersByTime(100)
      vi.useRealTimers()
      expect(onDispose).toHaveBeenCalledTimes(2)
      if (drawn.material instanceof PointsMaterial) expect(drawn.material.size).toBe(3)
    },
  )

  it('keeps the emissive strength of its file', async () => {
    const neon = new MeshStandardMaterial({ emissiveMap: new Texture(), emissiveIntensity: 12 })
    await assembleModel([part(neon)])
    expect(neon.emissiveIntensity).toBe(12)
  })

  it('raises the anisotropy of its textures to at least 8', async () => {
    const [map, normalMap] = [new Texture(), new Texture()]
    normalMap.anisotropy = 16
    await assembleModel([part(new MeshStandardMaterial({ map, normalMap }))])
    expect([map.anisotropy, normalMap.anisotropy]).toEqual([8, 16])
  })

  it('lists its contents, and frees its resources once, 100 ms after the last release', async () => {
    const map = new Texture()
    const material = new MeshStandardMaterial({ map })
    const model = await assembleModel([{ ...part(material), clips: [new AnimationClip('Wave', 1, [])] }])
    expect(model.info).toEqual({
      triangles: 12,
      vertices: 24,
      textures: 1,
      materials: 1,
      bones: 0,
      pixels: 0,
      bytes: 0,
      morphTargets: [],
      clips: ['Wave'],
      durations: [1],
    })
    const onDispose = vi.fn()
    for (const resource of [map, material]) resource.addEventListener('dispose', onDispose)
    model.root.traverse((object) => object instanceof Mesh && object.geometry.addEventListener('dispose', onDispose))
    vi.useFakeTimers()
    const [first, second] = [model.retain(), model.retain()]
    first()
    first()
    vi.advanceTimersByTime(200)
    expect(onDispose).not.toHaveBeenCalled()
    second()
    vi.advanceTimersByTime(99)
    expect(onDispose).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(onDispose).toHaveBeenCalledTimes(3)
    vi.useRealTimers()
  })
})

describe('a face', () => {
  it('moves morph targets of equal name in all meshes to an emotion over 150 ms', () => {
    const head = face('smile', 'blink')
    const teeth = face('smile')
    const emotionFace = createEmotionFace(new Group().add(head, teeth))
    emotionFace.setEmotion({ smile: 1, unknown: 1 }, false)
    expect(head.morphTargetInfluences).toEqual([0, 0])
    expect(emotionFace.advance(0.075)).toBe(true)
    expect(head.morphTargetInfluences?.[0]).toBeCloseTo(0.5)
    expect(emotionFace.advance(0.075)).toBe(false)
    expect(head.morphTargetInfluences).toEqual([1, 0])
    expect(teeth.morphTargetInfluences).toEqual([1])
    emotionFace.setEmotion({ blink: 0.5 }, true)
    expect(head.morphTargetInfluences).toEqual([0, 0.5])
  })

  it('moves only the last of several targets with the same name in one mesh', () => {
    const head = face('smile', 'smile')
    createEmotionFace(head).setEmotion({ smile: 1 }, true)
    expect(head.morphTargetInfluences).toEqual([0, 1])
  })
})

describe('an animation', () => {
  const clip = new AnimationClip('Walk', 1, [
    new VectorKeyframeTrack('mixamorig:Hips.position', [0, 1], [0, 0, 0, 0, 100, 0]),
    new QuaternionKeyframeTrack('mixamorig:Tail.quaternion', [0, 1], [0, 0, 0, 1, 0, 0, 0, 1]),
  ])
  const skeleton = () => {
    const bone = new Bone()
    bone.name = 'Hips'
    return { bone, root: new Group().add(bone) }
  }

  it('is fitted to a skeleton by bone name and unit, without changes to the original tracks', () => {
    const fitted = fitClip({ clips: [clip], isFbx: true }, { ...skeleton(), isFbx: false })
    expect(fitted?.tracks.map(({ name, values }) => [name, [...values].map((v) => Math.round(v * 100) / 100)])).toEqual(
      [['Hips.position', [0, 0, 0, 0, 1, 0]]],
    )
    expect(clip.tracks[0]?.values[4]).toBe(100)
    const fittedToFbx = fitClip({ clips: [clip], isFbx: true }, { ...skeleton(), isFbx: true })
    expect(fittedToFbx?.tracks[0]?.values[4]).toBe(100)
    expect(fitClip({ clips: [clip], isFbx: true }, { root: new Group(), isFbx: false })).toBeUndefined()
    expect(fitClip({ clips: [], isFbx: true }, { ...skeleton(), isFbx: false })).toBeUndefined()
  })

  it('plays the given number of times, ends once, stays at its last frame, and fades out on request', () => {
    const { bone, root } = skeleton()
    const fitted = fitClip({ clips: [clip], isFbx: true }, { root, isFbx: false }) as AnimationClip
    const mixer = new AnimationMixer(root)
    const ended = vi.fn()
    const playback = playClip(mixer, fitted, 2, ended)
    mixer.update(1.5)
    expect(bone.position.y).toBeCloseTo(0.5)
    expect(ended).not.toHaveBeenCalled()
    mixer.update(0.6)
    mixer.update(5)
    expect(ended).toHaveBeenCalledTimes(1)
    expect(bone.position.y).toBeCloseTo(1)
    playback.fade(0.5)
    mixer.update(0.25)
    expect(bone.position.y).toBeCloseTo(0.5)
    mixer.update(0.25)
    expect(bone.position.y).toBeCloseTo(0)
    playback.stop()
  })
})
