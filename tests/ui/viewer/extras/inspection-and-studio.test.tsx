// @vitest-environment jsdom

import { act } from '@react-three/fiber'
import { BoxGeometry, DataTexture, Mesh, MeshStandardMaterial, type Object3D, SphereGeometry } from 'three'
import { describe, expect, it, vi } from 'vitest'
import { loadEntranceAssets } from '../../../../src/ui/viewer/entrance/entrance-assets.ts'
import { createEdges } from '../../../../src/ui/viewer/extras/edges.ts'
import { Inspection } from '../../../../src/ui/viewer/extras/Inspection.tsx'
import { overrideMaterials } from '../../../../src/ui/viewer/extras/material-override.ts'
import { describeParts, findPart, uvEdgesOf } from '../../../../src/ui/viewer/extras/scene-parts.ts'
import { createStudio } from '../../../../src/ui/viewer/extras/studio.ts'
import { meshesOf } from '../../../../src/ui/viewer/load/dispose.ts'
import { applyMotionLayers, createModelMotion } from '../../../../src/ui/viewer/motion/model-motion.ts'
import { createPoseStore } from '../../../../src/ui/viewer/motion/pose.ts'
import { createFiberRoot } from '../../../../src/ui/viewer/stage/fiber-root.ts'
import { stubCanvas } from '../../../support/canvas-stub.ts'
import { createFigure } from './figure.ts'

describe('inspecting the parts of a model', () => {
  it('lists each part with its GPU memory in bytes', async () => {
    const { root } = await createFigure(['smile', 'frown'])
    const { root: rootPart, materials, textures } = describeParts(root)
    const all: (typeof rootPart)[] = []
    const collect = (part: typeof rootPart) => {
      all.push(part)
      part.parts.forEach(collect)
    }
    collect(rootPart)
    expect(all.map(({ id }) => id)).toEqual(all.map((_, index) => index))
    const skin = all.find(({ kind }) => kind === 'mesh')!
    // Expected bytes: 24 vertices of 3 + 3 + 2 floats, 36 indices of two bytes, and two morph targets of four floats per vertex.
    expect(skin).toMatchObject({ triangles: 12, vertices: 24, morphTargets: 2, hasUv: true, materials: [0] })
    expect(skin.bytes).toBe(24 * 8 * 4 + 36 * 2 + 2 * 24 * 16)
    expect(all.find(({ name }) => name === 'mixamorigHead')).toMatchObject({ kind: 'bone', bytes: 0 })
    expect([materials, textures]).toEqual([[{ name: '', textures: {} }], []])
    expect(findPart(root, skin.id)).toBeInstanceOf(Mesh)
  })

  it('lists each texture once, with all its uses and the size of its mipmaps', () => {
    const map = new DataTexture(new Uint8Array(64 * 4), 8, 8)
    const mipmapped = new DataTexture(new Uint8Array(64 * 4), 8, 8)
    mipmapped.generateMipmaps = true
    const mesh = new Mesh(new BoxGeometry(), new MeshStandardMaterial({ name: 'Cloth', map, emissiveMap: map }))
    mesh.add(new Mesh(new BoxGeometry(), new MeshStandardMaterial({ roughnessMap: mipmapped })))
    const { textures, materials } = describeParts(mesh)
    expect(textures).toMatchObject([
      { width: 8, height: 8, bytes: 256, uses: ['map', 'emissiveMap'], isCompressed: false, format: 'RGBA8' },
      { bytes: 341, uses: ['roughnessMap'] },
    ])
    expect(materials[0]).toEqual({ name: 'Cloth', textures: { map: 0, emissiveMap: 0 } })
  })

  it('returns triangle edges in texture coordinates, or none if the mesh has no such coordinates', () => {
    const mesh = new Mesh(new BoxGeometry())
    expect(uvEdgesOf(mesh, 0)).toHaveLength(12 * 12)
    expect([...uvEdgesOf(mesh, 0).slice(0, 4)]).toEqual([0, 1, 0, 0])
    mesh.geometry.deleteAttribute('uv')
    expect(uvEdgesOf(mesh, 0)).toHaveLength(0)
    expect(uvEdgesOf(mesh, 7)).toHaveLength(0)
  })
})

describe('wireframe edges over a model', () => {
  it('share the vertices of the model, which stay on the GPU when the edges are disposed', async () => {
    const { root } = await createFigure(['smile'])
    const mesh = meshesOf(root)[0]!
    const { group, dispose } = createEdges([mesh], { color: '#ff0000', opacity: 0.5, depthTest: true })
    const drawn = group.children[0] as Mesh
    expect(drawn.geometry.getAttribute('position')).toBe(mesh.geometry.getAttribute('position'))
    expect([drawn.matrixWorld === mesh.matrixWorld, drawn.castShadow]).toEqual([true, false])
    mesh.morphTargetInfluences![0] = 0.7
    expect(drawn.morphTargetInfluences).toEqual([0.7])
    const disposedAttributes: string[][] = []
    drawn.geometry.addEventListener('dispose', ({ target }) => disposedAttributes.push(Object.keys(target.attributes)))
    dispose()
    expect([disposedAttributes, drawn.geometry.index]).toEqual([[[]], null])
    expect(mesh.geometry.getAttribute('position').count).toBe(24)
  })
})

describe('a material override', () => {
  it('replaces materials only while a frame is drawn', async () => {
    const ownMaterial = new MeshStandardMaterial({ side: 2 })
    const bare = new SphereGeometry(1, 4, 4)
    bare.deleteAttribute('uv')
    const meshes = [new Mesh(new BoxGeometry(), ownMaterial), new Mesh(bare, [new MeshStandardMaterial()])]
    const motion = createModelMotion()
    const override = overrideMaterials(meshes, 'uv')
    motion.layers.add(override)
    expect(applyMotionLayers(motion, 0.1)).toBe(false)
    const replacement = meshes[0]!.material as unknown as MeshStandardMaterial
    expect([replacement === ownMaterial, replacement.map !== null, replacement.side]).toEqual([false, true, 2])
    expect((meshes[1]!.material as unknown as MeshStandardMaterial[])[0]!.map).toBeNull()
    await Promise.resolve()
    expect(meshes[0]!.material).toBe(ownMaterial)
    const onDispose = vi.fn()
    replacement.addEventListener('dispose', onDispose)
    replacement.map!.addEventListener('dispose', onDispose)
    override.dispose()
    expect(onDispose).toHaveBeenCalledTimes(2)
  })

  it('shows normals with the shading of the original material', () => {
    const mesh = new Mesh(new BoxGeometry(), new MeshStandardMaterial({ flatShading: true }))
    const override = overrideMaterials([mesh], 'normals')
    override.step(0)
    expect(mesh.material).toMatchObject({ isMeshNormalMaterial: true, flatShading: true })
    override.undo()
  })
})

it('Inspection draws a requested surface and highlight, and removes both when no longer requested', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const page = stubCanvas()
  const model = await createFigure()
  const motion = createModelMotion()
  const root = createFiberRoot(document.createElement('canvas'))
  await root.configure({ frameloop: 'never', size: { width: 40, height: 40, top: 0, left: 0 } })
  let scene: Object3D | undefined
  const show = (surface: 'lit' | 'wireframe' | 'uv', highlight: number | null) =>
    act(async () => {
      const study = <Inspection model={model} motion={motion} surface={surface} highlight={highlight} />
      scene = root.render(study).getState().scene
    })
  const drawn = () => meshesOf(scene!).length
  await show('wireframe', null)
  expect([drawn(), motion.layers.size]).toEqual([1, 0])
  await show('wireframe', 0)
  expect(drawn()).toBe(2)
  await show('uv', 99)
  expect([drawn(), motion.layers.size]).toEqual([0, 1])
  await show('lit', null)
  expect([drawn(), motion.layers.size]).toEqual([0, 0])
  await act(async () => root.unmount())
  page.restore()
})

describe('a studio', () => {
  const studio = (getModel: Parameters<typeof createStudio>[0]['getModel'] = () => null) => {
    let requests = {}
    const pose = createPoseStore()
    const ready = () => Promise.reject(new Error('Nothing is drawn'))
    const updateRequests = (change: (now: object) => object) => {
      requests = change(requests)
    }
    return {
      ...createStudio({
        ready,
        painter: { current: null, isCapturing: false },
        pose,
        getModel,
        updateRequests,
        replayEntrance: () => ({
          ...loadEntranceAssets(undefined, undefined, ready),
          loops: { effect: 1, animation: 1 },
        }),
      }),
      requests: () => requests,
    }
  }

  it('copies rotation and zoom of the studio that it follows; two studios can follow each other', () => {
    const [first, second] = [studio(), studio()]
    first.pose.turnTo(1)
    const stopFollowing = [second.follow(first), first.follow(second)]
    expect(second.pose.now.yaw).toBe(1)
    second.pose.drag(100, 40, false)
    second.pose.zoomTo(2)
    expect([first.pose.now, first.pose.zoom]).toEqual([second.pose.now, 2])
    for (const stop of stopFollowing) stop()
    first.pose.turnTo(0)
    expect(second.pose.now.yaw).toBe(1.5)
  })

  it('lists the parts of the current model, highlights a part, and rejects exports without a model', async () => {
    const model = await createFigure()
    const { parts, highlight, requests } = studio(() => model)
    expect(parts()?.root.parts).toHaveLength(1)
    highlight(3)
    expect(requests()).toEqual({ highlight: { part: 3 } })
    highlight(null)
    expect(requests()).toEqual({})
    const empty = studio()
    expect(empty.parts()).toBeNull()
    await expect(empty.texture({ texture: 0 })).rejects.toThrow('No model is loaded')
    for (const collect of [empty.strip, empty.film]) await expect(collect()).rejects.toThrow('Nothing is drawn')
  })

  it('rejects a request for a missing texture', async () => {
    const model = await createFigure()
    const { texture } = studio(() => model)
    await expect(texture({ texture: 3 })).rejects.toThrow('There is no texture 3')
    await expect(texture({})).rejects.toThrow('There is nothing to show')
  })
})
