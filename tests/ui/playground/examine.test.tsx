// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { AtelierContext } from '../../../src/ui/context.ts'
import { Costs } from '../../../src/ui/playground/Costs.tsx'
import { comparable, heldWipe, wipeByKey } from '../../../src/ui/playground/comparing.ts'
import { PartTree } from '../../../src/ui/playground/PartTree.tsx'
import { costsOf, openAtFirst, partOf, rowsOf, stepInTree } from '../../../src/ui/playground/part-rows.ts'
import type { ModelParts, PartKind, ScenePart } from '../../../src/ui/viewer/studio.ts'
import { translateIn } from '../../support/translate.ts'
import '../kit/support.ts'

afterEach(cleanup)

let count = 0
const part = (name: string, kind: PartKind, triangles = 0, parts: ScenePart[] = []): ScenePart => ({
  id: count++,
  name,
  kind,
  triangles,
  vertices: triangles,
  bytes: triangles * 10,
  morphTargets: 0,
  hasUv: false,
  materials: [],
  parts,
})
const texture = (name: string, bytes: number) => ({
  name,
  bytes,
  width: 8,
  height: 8,
  isCompressed: false,
  format: 'RGBA8',
  uses: ['map'],
})

function figure(): ModelParts {
  count = 1
  const parts = [
    part('Armature', 'group', 0, [part('Hips', 'bone')]),
    part('Cloth', 'group', 0, [part('Coat', 'skinned', 300), part('Hat', 'mesh', 100)]),
  ]
  return { root: { ...part('', 'group', 0, parts), id: 0 }, materials: [], textures: [texture('', 6000)] }
}
const names = (root: ScenePart, open: ReadonlySet<number>) => rowsOf(root, open).map((row) => row.part.name)

test('the tree is open down to the meshes, with the triangles of all below, and skeletons shut', () => {
  const { root } = figure()
  const open = openAtFirst(root)
  expect(names(root, open)).toEqual(['', 'Armature', 'Cloth', 'Coat', 'Hat'])
  expect(rowsOf(root, open).map(({ level, triangles }) => [level, triangles])).toEqual([
    [1, 400],
    [2, 0],
    [2, 400],
    [3, 300],
    [3, 100],
  ])
})

test('arrows walk the tree, open it and shut it', () => {
  const { root } = figure()
  const open = openAtFirst(root)
  const rows = rowsOf(root, open)
  const step = (at: number, key: string) => stepInTree(rows, at, key, open)
  expect([step(0, 'ArrowDown'), step(4, 'ArrowDown'), step(0, 'ArrowUp')]).toEqual([{ to: 1 }, { to: 4 }, { to: 0 }])
  expect([step(2, 'Home'), step(2, 'End'), step(2, 'a'), step(9, 'Home')]).toEqual([{ to: 0 }, { to: 4 }, null, null])
  const armature = rows[1]!.part.id
  expect([step(1, 'ArrowRight'), step(2, 'ArrowRight'), step(3, 'ArrowRight')]).toEqual([
    { open: armature },
    { to: 3 },
    null,
  ])
  expect([step(2, 'ArrowLeft'), step(3, 'ArrowLeft')]).toEqual([{ close: rows[2]!.part.id }, { to: 2 }])
  expect(stepInTree(rowsOf(root, new Set()), 0, 'ArrowLeft', new Set())).toBeNull()
})

test('what costs most comes first, by triangles or by memory', () => {
  const told = (by: 'triangles' | 'memory') => costsOf(figure(), by).map(({ name, share }) => [name, share])
  expect(told('triangles')).toEqual([
    ['Coat', 0.75],
    ['Hat', 0.25],
  ])
  expect(told('memory')).toEqual([
    ['map', 0.6],
    ['Coat', 0.3],
    ['Hat', 0.1],
  ])
  expect(partOf(figure().root, 99)).toBeUndefined()
})

test('a part is chosen by keys, and one that costs is pressed', () => {
  const parts = figure()
  const [onChoose, onPart, onTexture] = [vi.fn(), vi.fn(), vi.fn()]
  render(
    <AtelierContext value={{ language: 'en', translate: translateIn('en') } as never}>
      <PartTree root={parts.root} chosen={null} onChoose={onChoose} />
      <Costs parts={parts} onPart={onPart} onTexture={onTexture} />
    </AtelierContext>,
  )
  const tree = screen.getByRole('tree', { name: 'Scene' })
  const first = screen.getAllByRole('treeitem')[0]!
  first.focus()
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowDown', 'Enter'])
    fireEvent.keyDown(document.activeElement!, { key })
  expect(document.activeElement?.textContent).toBe('Hips')
  expect(onChoose.mock.calls).toEqual([[partOf(parts.root, parts.root.parts[0]!.parts[0]!.id)!.id]])
  expect([...tree.querySelectorAll('[tabindex="0"]')]).toEqual([document.activeElement])
  fireEvent.click(screen.getByRole('button', { name: /^Coat/ }))
  fireEvent.click(screen.getByRole('radio', { name: 'GPU memory' }))
  fireEvent.click(screen.getByRole('button', { name: /^map/ }))
  expect([onPart.mock.calls.length, onTexture.mock.calls]).toEqual([1, [[0]]])
})

test('the line between two models is moved by keys, and never off the stage', () => {
  const keys = ['ArrowLeft', 'ArrowRight', 'PageUp', 'Home', 'End', 'x']
  expect(keys.map((key) => wipeByKey(key, 0.5))).toEqual([0.48, 0.52, 0.6, 0, 1, null])
  expect([wipeByKey('ArrowRight', 1), heldWipe(-3)]).toEqual([1, 0])
})

test('two models are told alike: nothing that only the first has, nor that the other would not follow', () => {
  expect(comparable({ zoom: true, variant: 'Red', autoRotate: 1, orbit: true, surface: 'uv' })).toEqual({
    zoom: true,
    surface: 'uv',
  })
})
