// @vitest-environment jsdom
import { strFromU8, unzipSync } from 'fflate'
import { BoxGeometry, Group, Mesh, MeshBasicMaterial, MeshStandardMaterial, type SkinnedMesh, Texture } from 'three'
import { describe, expect, it, vi } from 'vitest'
import { MODEL_BUDGET } from '../../../../src/files/model-budget.ts'
import { exportUsdz, USDZ_TYPE } from '../../../../src/ui/viewer/extras/usdz.ts'
import { assembleModel, type Model } from '../../../../src/ui/viewer/load/model.ts'
import { readModel } from '../../../../src/ui/viewer/load/read-model.ts'
import { TINY_PNG } from '../../../support/glb.ts'
import { buildVrm } from '../../../support/vrm.ts'

/** Returns the files of an archive in order: name, offset of the content in bytes, and compression method. */
function layoutOf(bytes: Uint8Array): { name: string; offset: number; method: number }[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const files = []
  for (let offset = 0; view.getUint32(offset, true) === 0x04034b50; ) {
    const [method, size] = [view.getUint16(offset + 8, true), view.getUint32(offset + 18, true)]
    const [nameLength, extra] = [view.getUint16(offset + 26, true), view.getUint16(offset + 28, true)]
    const contentOffset = offset + 30 + nameLength + extra
    files.push({ name: strFromU8(bytes.slice(offset + 30, offset + 30 + nameLength)), offset: contentOffset, method })
    offset = contentOffset + size
  }
  return files
}

/** Reads a list of number triples from the text of a USD file. */
function triplesOf(text: string, name: string): number[][] {
  const [, list = ''] = new RegExp(`${name} = \\[(.*?)\\]`).exec(text) ?? []
  return [...list.matchAll(/\(([^)]+)\)/g)].map(([, triple = '']) => triple.split(',').map(Number))
}

async function exportToFiles(model: Model) {
  const blob = await exportUsdz(model)
  const reader = new FileReader()
  const loaded = new Promise((resolve) => reader.addEventListener('load', resolve))
  reader.readAsArrayBuffer(blob)
  await loaded
  const bytes = new Uint8Array(reader.result as ArrayBuffer)
  const files = Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([name, bytesOfFile]) => [name, strFromU8(bytesOfFile)]),
  )
  const shapes = Object.keys(files).filter((name) => name.startsWith('geometries/'))
  return { type: blob.type, bytes, files, shapes: shapes.map((name) => files[name]!) }
}

const figure = async () => {
  const parsed = await readModel((await buildVrm({ version: 1, hasNoPicture: true })).buffer, {
    gl: {} as never,
    budget: MODEL_BUDGET,
    decoderPath: undefined,
    base: undefined,
    vrm: true,
  })
  return assembleModel([parsed])
}

describe('a USDZ file', () => {
  it('starts with the scene, is uncompressed, and aligns each contained file to 64 bytes', async () => {
    const context2d = { translate: vi.fn(), scale: vi.fn(), drawImage: vi.fn() }
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context2d as never)
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((onBlob) => {
      onBlob({ arrayBuffer: async () => TINY_PNG.buffer } as Blob)
    })
    const map = new Texture(Object.assign(document.createElement('canvas'), { width: 2048, height: 1024 }))
    const scene = new Group().add(
      new Mesh(new BoxGeometry(1, 2, 1), new MeshStandardMaterial({ map, name: 'Cloth' })),
      new Mesh(new BoxGeometry(1, 2, 1), new MeshBasicMaterial({ color: '#ff0000' })),
    )
    const { type, bytes, files } = await exportToFiles(await assembleModel([{ scene, clips: [], isFbx: false }]))
    const layout = layoutOf(bytes)
    expect([type, layout[0]?.name]).toEqual([USDZ_TYPE, 'model.usda'])
    expect(layout.map(({ offset, method }) => [offset % 64, method])).toEqual(layout.map(() => [0, 0]))
    expect(layout.map(({ name }) => name.replace(/\d+/g, '')).toSorted()).toEqual([
      'geometries/Geometry_.usda',
      'geometries/Geometry_.usda',
      'model.usda',
      'textures/Texture__true.png',
    ])
    expect(files['model.usda']).toMatch(/^#usda 1\.0/)
    expect(files['model.usda']).toContain('token preliminary:planeAnchoring:alignment = "horizontal"')
    // The texture is reduced to a size that fits into a phone's memory.
    const [canvas] = vi.mocked(HTMLCanvasElement.prototype.toBlob).mock.contexts
    expect([(canvas as HTMLCanvasElement).width, (canvas as HTMLCanvasElement).height]).toEqual([1024, 512])
  })

  it('stands on the floor, upright and in true size, whatever its rotation and scale on the stage', async () => {
    const scene = new Group().add(new Mesh(new BoxGeometry(1, 2, 1).translate(3, 7, 0), new MeshStandardMaterial()))
    const model = await assembleModel([{ scene, clips: [], isFbx: false }])
    const parent = new Group().add(model.root)
    parent.rotation.set(0.4, 1, 0)
    parent.scale.setScalar(3)
    const points = triplesOf((await exportToFiles(model)).shapes[0]!, 'point3f\\[\\] points')
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

  it('contains the current pose and expression, with matching normals and without the outline', async () => {
    const model = await figure()
    const head = model.persona!.limbs.get('head')!
    const shapesBefore = (await exportToFiles(model)).shapes
    head.rotateY(Math.PI / 2)
    const body = model.root.getObjectByProperty('isSkinnedMesh', true) as SkinnedMesh
    body.morphTargetInfluences![0] = 1
    const { shapes, files } = await exportToFiles(model)
    expect([shapesBefore.length, shapes.length]).toEqual([1, 1])
    expect(files['model.usda']!.match(/def Material/g)).toHaveLength(1)
    const shapeBefore = {
      points: triplesOf(shapesBefore[0]!, 'points'),
      normals: triplesOf(shapesBefore[0]!, 'normals'),
    }
    const after = { points: triplesOf(shapes[0]!, 'points'), normals: triplesOf(shapes[0]!, 'normals') }
    expect(after.points.length).toBe(body.geometry.getAttribute('position').count)
    const joints = body.geometry.getAttribute('skinIndex')
    const vertexIndices = Array.from({ length: joints.count }, (_, index) => index)
    const inHead = vertexIndices.filter((index) => body.skeleton.bones[joints.getX(index)] === head)
    const inHips = vertexIndices.filter(
      (index) => body.skeleton.bones[joints.getX(index)] === model.persona!.limbs.get('hips'),
    )
    expect([inHead.length, inHips.length].every(Boolean)).toBe(true)
    for (const index of inHips) expect(after.normals[index]).toEqual(shapeBefore.normals[index])
    for (const index of inHead) {
      const [[x = 0, y = 0, z = 0], normal] = [shapeBefore.normals[index]!, after.normals[index]!]
      for (const [axis, value] of [z, y, -x].entries()) expect(normal[axis]).toBeCloseTo(value, 4)
      expect(after.points[index]![1]! - shapeBefore.points[index]![1]!).toBeCloseTo(0.01, 4)
    }
  })

  it('leaves out hidden objects', async () => {
    const hidden = new Mesh(new BoxGeometry(), new MeshStandardMaterial())
    const hiddenParent = new Group().add(hidden)
    const scene = new Group().add(hiddenParent, new Mesh(new BoxGeometry(), new MeshStandardMaterial()))
    const model = await assembleModel([{ scene, clips: [], isFbx: false }])
    hiddenParent.visible = false
    expect((await exportToFiles(model)).shapes).toHaveLength(1)
  })
})
