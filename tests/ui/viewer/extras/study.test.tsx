// @vitest-environment jsdom
import { act, createRoot } from '@react-three/fiber'
import { cleanup } from '@testing-library/react'
import { BoxGeometry, DataTexture, Mesh, MeshStandardMaterial, type Object3D, SphereGeometry } from 'three'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { beginAsides } from '../../../../src/ui/viewer/asides.ts'
import { createBody, wear } from '../../../../src/ui/viewer/body.ts'
import { edgesOf } from '../../../../src/ui/viewer/extras/edges.ts'
import { lensOver } from '../../../../src/ui/viewer/extras/lens.ts'
import { partAt, partsOf, uvEdges } from '../../../../src/ui/viewer/extras/parts.ts'
import { Study } from '../../../../src/ui/viewer/extras/Study.tsx'
import { studioOf } from '../../../../src/ui/viewer/extras/studio.ts'
import { createPose } from '../../../../src/ui/viewer/pose.ts'
import { meshesOf } from '../../../../src/ui/viewer/release.ts'
import { standInCanvas } from '../../../support/canvas.ts'
import { somebody } from './body.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('what a model is made of', () => {
  it('is told part by part, with what each costs on the card', async () => {
    const { root } = await somebody(['smile', 'frown'])
    const { root: told, materials, textures } = partsOf(root)
    const all: (typeof told)[] = []
    const take = (part: typeof told) => {
      all.push(part)
      part.parts.forEach(take)
    }
    take(told)
    expect(all.map(({ id }) => id)).toEqual(all.map((_, index) => index))
    const skin = all.find(({ kind }) => kind === 'mesh')!
    // 24 corners of 3 + 3 + 2 floats, 36 indices of two bytes, and two targets of four floats a corner.
    expect(skin).toMatchObject({ triangles: 12, vertices: 24, morphTargets: 2, hasUv: true, materials: [0] })
    expect(skin.bytes).toBe(24 * 8 * 4 + 36 * 2 + 2 * 24 * 16)
    expect(all.find(({ name }) => name === 'mixamorigHead')).toMatchObject({ kind: 'bone', bytes: 0 })
    expect([materials, textures]).toEqual([[{ name: '', textures: {} }], []])
    expect(partAt(root, skin.id)).toBeInstanceOf(Mesh)
  })

  it('has textures, each once, with all they are used for and their smaller copies', () => {
    const map = new DataTexture(new Uint8Array(64 * 4), 8, 8)
    const whole = new DataTexture(new Uint8Array(64 * 4), 8, 8)
    whole.generateMipmaps = true
    const mesh = new Mesh(new BoxGeometry(), new MeshStandardMaterial({ name: 'Cloth', map, emissiveMap: map }))
    mesh.add(new Mesh(new BoxGeometry(), new MeshStandardMaterial({ roughnessMap: whole })))
    const { textures, materials } = partsOf(mesh)
    expect(textures).toMatchObject([
      { width: 8, height: 8, bytes: 256, uses: ['map', 'emissiveMap'], isCompressed: false, format: 'RGBA8' },
      { bytes: 341, uses: ['roughnessMap'] },
    ])
    expect(materials[0]).toEqual({ name: 'Cloth', textures: { map: 0, emissiveMap: 0 } })
  })

  it('lies on its pictures by the edges of its triangles', () => {
    const mesh = new Mesh(new BoxGeometry())
    expect(uvEdges(mesh, 0)).toHaveLength(12 * 12)
    expect([...uvEdges(mesh, 0).slice(0, 4)]).toEqual([0, 1, 0, 0])
    mesh.geometry.deleteAttribute('uv')
    expect(uvEdges(mesh, 0)).toHaveLength(0)
    expect(uvEdges(mesh, 7)).toHaveLength(0)
  })
})

describe('edges over a model', () => {
  it('share its vertices, and leave them on the card when they go', async () => {
    const { root } = await somebody(['smile'])
    const mesh = meshesOf(root)[0]!
    const { group, dispose } = edgesOf([mesh], { color: '#ff0000', opacity: 0.5, depthTest: true })
    const drawn = group.children[0] as Mesh
    expect(drawn.geometry.getAttribute('position')).toBe(mesh.geometry.getAttribute('position'))
    expect([drawn.matrixWorld === mesh.matrixWorld, drawn.castShadow]).toEqual([true, false])
    mesh.morphTargetInfluences![0] = 0.7
    expect(drawn.morphTargetInfluences).toEqual([0.7])
    const taken: string[][] = []
    drawn.geometry.addEventListener('dispose', ({ target }) => taken.push(Object.keys(target.attributes)))
    dispose()
    expect([taken, drawn.geometry.index]).toEqual([[[]], null])
    expect(mesh.geometry.getAttribute('position').count).toBe(24)
  })
})

describe('a lens', () => {
  it('is worn for a frame alone, so that nothing else ever sees it', async () => {
    const own = new MeshStandardMaterial({ side: 2 })
    const bare = new SphereGeometry(1, 4, 4)
    bare.deleteAttribute('uv')
    const meshes = [new Mesh(new BoxGeometry(), own), new Mesh(bare, [new MeshStandardMaterial()])]
    const body = createBody()
    const lens = lensOver(meshes, 'uv')
    body.layers.add(lens)
    expect(wear(body, 0.1)).toBe(false)
    const seen = meshes[0]!.material as unknown as MeshStandardMaterial
    expect([seen === own, seen.map !== null, seen.side]).toEqual([false, true, 2])
    expect((meshes[1]!.material as unknown as MeshStandardMaterial[])[0]!.map).toBeNull()
    await Promise.resolve()
    expect(meshes[0]!.material).toBe(own)
    const gone = vi.fn()
    seen.addEventListener('dispose', gone)
    seen.map!.addEventListener('dispose', gone)
    lens.dispose()
    expect(gone).toHaveBeenCalledTimes(2)
  })

  it('shows where surfaces face', () => {
    const mesh = new Mesh(new BoxGeometry(), new MeshStandardMaterial({ flatShading: true }))
    const lens = lensOver([mesh], 'normals')
    lens.step(0)
    expect(mesh.material).toMatchObject({ isMeshNormalMaterial: true, flatShading: true })
    lens.undo()
  })
})

it('a study draws what is asked for and takes all of it away', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const page = standInCanvas()
  const model = await somebody()
  const body = createBody()
  const root = createRoot(document.createElement('canvas'))
  await root.configure({ frameloop: 'never', size: { width: 40, height: 40, top: 0, left: 0 } })
  let scene: Object3D | undefined
  const show = (surface: 'lit' | 'wireframe' | 'uv', highlight: number | null) =>
    act(async () => {
      const study = <Study model={model} body={body} surface={surface} highlight={highlight} />
      scene = root.render(study).getState().scene
    })
  const drawn = () => meshesOf(scene!).length
  await show('wireframe', null)
  expect([drawn(), body.layers.size]).toEqual([1, 0])
  await show('wireframe', 0)
  expect(drawn()).toBe(2)
  await show('uv', 99)
  expect([drawn(), body.layers.size]).toEqual([0, 1])
  await show('lit', null)
  expect([drawn(), body.layers.size]).toEqual([0, 0])
  await act(async () => root.unmount())
  page.restore()
})

describe('a studio', () => {
  const studio = (standing: Parameters<typeof studioOf>[0]['standing'] = () => null) => {
    let asked = {}
    const pose = createPose()
    const ready = () => Promise.reject(new Error('Nothing is drawn'))
    const plead = (change: (now: object) => object) => {
      asked = change(asked)
    }
    return {
      ...studioOf({
        ready,
        painter: { current: null, isPicturing: false },
        pose,
        standing,
        plead,
        again: () => ({ ...beginAsides(undefined, undefined, ready), loops: { effect: 1, animation: 1 } }),
      }),
      asked: () => asked,
    }
  }

  it('follows another, which may follow it', () => {
    const [one, two] = [studio(), studio()]
    one.pose.turnTo(1)
    const ends = [two.follow(one), one.follow(two)]
    expect(two.pose.now.yaw).toBe(1)
    two.pose.drag(100, 40, false)
    two.pose.zoomTo(2)
    expect([one.pose.now, one.pose.zoom]).toEqual([two.pose.now, 2])
    for (const end of ends) end()
    one.pose.turnTo(0)
    expect(two.pose.now.yaw).toBe(1.5)
  })

  it('says what stands, and draws one part of it', async () => {
    const model = await somebody()
    const { parts, highlight, asked } = studio(() => model)
    expect(parts()?.root.parts).toHaveLength(1)
    highlight(3)
    expect(asked()).toEqual({ highlight: { part: 3 } })
    highlight(null)
    expect(asked()).toEqual({})
    const empty = studio()
    expect(empty.parts()).toBeNull()
    await expect(empty.texture({ texture: 0 })).rejects.toThrow('Nothing stands there')
    for (const take of [empty.strip, empty.film]) await expect(take()).rejects.toThrow('Nothing is drawn')
  })

  it('refuses pictures of what is not there', async () => {
    const model = await somebody()
    const { texture } = studio(() => model)
    await expect(texture({ texture: 3 })).rejects.toThrow('There is no texture 3')
    await expect(texture({})).rejects.toThrow('There is nothing to show')
  })
})
