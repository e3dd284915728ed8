// @vitest-environment jsdom
import { strFromU8, unzipSync } from 'fflate'
import { BoxGeometry, Group, Mesh, MeshBasicMaterial, MeshStandardMaterial, type SkinnedMesh, Texture } from 'three'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { MODEL_BUDGET } from '../../../../src/files/model-budget.ts'
import { USDZ, usdzOf } from '../../../../src/ui/viewer/extras/usdz.ts'
import { assemble, type Model } from '../../../../src/ui/viewer/model.ts'
import { readModel } from '../../../../src/ui/viewer/read-model.ts'
import { TINY_PNG } from '../../../support/glb.ts'
import { vrmFile } from '../../../support/vrm.ts'

afterEach(() => vi.restoreAllMocks())

/** The files of an archive in their order: their names, where their content begins, and how it is packed. */
function layoutOf(bytes: Uint8Array): { name: string; at: number; method: number }[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const files = []
  for (let at = 0; view.getUint32(at, true) === 0x04034b50; ) {
    const [method, size] = [view.getUint16(at + 8, true), view.getUint32(at + 18, true)]
    const [named, extra] = [view.getUint16(at + 26, true), view.getUint16(at + 28, true)]
    const begin = at + 30 + named + extra
    files.push({ name: strFromU8(bytes.slice(at + 30, at + 30 + named)), at: begin, method })
    at = begin + size
  }
  return files
}

/** The numbers of a list that a file of an archive tells, by threes. */
function triplesOf(text: string, name: string): number[][] {
  const [, list = ''] = new RegExp(`${name} = \\[(.*?)\\]`).exec(text) ?? []
  return [...list.matchAll(/\(([^)]+)\)/g)].map(([, one = '']) => one.split(',').map(Number))
}

async function written(model: Model) {
  const blob = await usdzOf(model)
  const reader = new FileReader()
  const read = new Promise((resolve) => reader.addEventListener('load', resolve))
  reader.readAsArrayBuffer(blob)
  await read
  const bytes = new Uint8Array(reader.result as ArrayBuffer)
  const files = Object.fromEntries(Object.entries(unzipSync(bytes)).map(([name, one]) => [name, strFromU8(one)]))
  const shapes = Object.keys(files).filter((name) => name.startsWith('geometries/'))
  return { type: blob.type, bytes, files, shapes: shapes.map((name) => files[name]!) }
}

const figure = async () => {
  const read = await readModel((await vrmFile({ version: 1, isPlain: true })).buffer, {
    gl: {} as never,
    budget: MODEL_BUDGET,
    decoderPath: undefined,
    base: undefined,
    vrm: true,
  })
  return assemble([read])
}

describe('a USDZ file', () => {
  it('begins with its scene, is not packed, and has each file begin at a multiple of 64 bytes', async () => {
    const pen = { translate: vi.fn(), scale: vi.fn(), drawImage: vi.fn() }
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never)
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((take) => {
      take({ arrayBuffer: async () => TINY_PNG.buffer } as Blob)
    })
    const map = new Texture(Object.assign(document.createElement('canvas'), { width: 2048, height: 1024 }))
    const scene = new Group().add(
      new Mesh(new BoxGeometry(1, 2, 1), new MeshStandardMaterial({ map, name: 'Cloth' })),
      new Mesh(new BoxGeometry(1, 2, 1), new MeshBasicMaterial({ color: '#ff0000' })),
    )
    const { type, bytes, files } = await written(await assemble([{ scene, clips: [], isFbx: false }]))
    const layout = layoutOf(bytes)
    expect([type, layout[0]?.name]).toEqual([USDZ, 'model.usda'])
    expect(layout.map(({ at, method }) => [at % 64, method])).toEqual(layout.map(() => [0, 0]))
    expect(layout.map(({ name }) => name.replace(/\d+/g, '')).toSorted()).toEqual([
      'geometries/Geometry_.usda',
      'geometries/Geometry_.usda',
      'model.usda',
      'textures/Texture__true.png',
    ])
    expect(files['model.usda']).toMatch(/^#usda 1\.0/)
    expect(files['model.usda']).toContain('token preliminary:planeAnchoring:alignment = "horizontal"')
    // No larger than a telephone can hold.
    const [canvas] = vi.mocked(HTMLCanvasElement.prototype.toBlob).mock.contexts
    expect([(canvas as HTMLCanvasElement).width, (canvas as HTMLCanvasElement).height]).toEqual([1024, 512])
  })

  it('stands on the floor, upright and in its true size, however it is turned and scaled on the stage', async () => {
    const scene = new Group().add(new Mesh(new BoxGeometry(1, 2, 1).translate(3, 7, 0), new MeshStandardMaterial()))
    const model = await assemble([{ scene, clips: [], isFbx: false }])
    const stand = new Group().add(model.root)
    stand.rotation.set(0.4, 1, 0)
    stand.scale.setScalar(3)
    const points = triplesOf((await written(model)).shapes[0]!, 'point3f\\[\\] points')
    const span = (axis: number) => {
      const values = points.map((point) => point[axis]!)
      return [Math.min(...values), Math.max(...values)].map((value) => Number(value.toFixed(4)) + 0)
    }
    expect([0, 1, 2].map(span)).toEqual([
      [-0.5, 0.5],
      [0, 2],
      [-0.5, 0.5],
    ])
  })

  it('holds a figure as its bones and its face stand, with where it faces, and none of its outline', async () => {
    const model = await figure()
    const head = model.persona!.limbs.get('head')!
    const before = (await written(model)).shapes
    head.rotateY(Math.PI / 2)
    const body = model.root.getObjectByProperty('isSkinnedMesh', true) as SkinnedMesh
    body.morphTargetInfluences![0] = 1
    const { shapes, files } = await written(model)
    expect([before.length, shapes.length]).toEqual([1, 1])
    expect(files['model.usda']!.match(/def Material/g)).toHaveLength(1)
    const first = { points: triplesOf(before[0]!, 'points'), normals: triplesOf(before[0]!, 'normals') }
    const now = { points: triplesOf(shapes[0]!, 'points'), normals: triplesOf(shapes[0]!, 'normals') }
    expect(now.points.length).toBe(body.geometry.getAttribute('position').count)
    const joints = body.geometry.getAttribute('skinIndex')
    const at = Array.from({ length: joints.count }, (_, index) => index)
    const inHead = at.filter((index) => body.skeleton.bones[joints.getX(index)] === head)
    const inHips = at.filter((index) => body.skeleton.bones[joints.getX(index)] === model.persona!.limbs.get('hips'))
    expect([inHead.length, inHips.length].every(Boolean)).toBe(true)
    for (const index of inHips) expect(now.normals[index]).toEqual(first.normals[index])
    for (const index of inHead) {
      const [[x = 0, y = 0, z = 0], turned] = [first.normals[index]!, now.normals[index]!]
      for (const [axis, value] of [z, y, -x].entries()) expect(turned[axis]).toBeCloseTo(value, 4)
      expect(now.points[index]![1]! - first.points[index]![1]!).toBeCloseTo(0.01, 4)
    }
  })

  it('leaves out what is hidden', async () => {
    const hidden = new Mesh(new BoxGeometry(), new MeshStandardMaterial())
    const under = new Group().add(hidden)
    const scene = new Group().add(under, new Mesh(new BoxGeometry(), new MeshStandardMaterial()))
    const model = await assemble([{ scene, clips: [], isFbx: false }])
    under.visible = false
    expect((await written(model)).shapes).toHaveLength(1)
  })
})
