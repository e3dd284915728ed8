// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { AtelierContext } from '../../../src/ui/context.ts'
import { CostRanking } from '../../../src/ui/playground/CostRanking.tsx'
import { clampWipe, moveWipeByKey, pickComparableOptions } from '../../../src/ui/playground/comparison.ts'
import { PartTree } from '../../../src/ui/playground/PartTree.tsx'
import {
  findInitiallyOpenParts,
  findScenePart,
  getTreeKeyAction,
  listVisiblePartRows,
  rankCosts,
} from '../../../src/ui/playground/part-rows.ts'
import type { ModelParts, PartKind, ScenePart } from '../../../src/ui/viewer/studio.ts'
import { createTranslateFor } from '../../support/translate.ts'
import '../kit/support.ts'

let nextId = 0
const createPart = (name: string, kind: PartKind, triangles = 0, parts: ScenePart[] = []): ScenePart => ({
  id: nextId++,
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
const createTexture = (name: string, bytes: number) => ({
  name,
  bytes,
  width: 8,
  height: 8,
  isCompressed: false,
  format: 'RGBA8',
  uses: ['map'],
})

function createModelParts(): ModelParts {
  nextId = 1
  const parts = [
    createPart('Armature', 'group', 0, [createPart('Hips', 'bone')]),
    createPart('Cloth', 'group', 0, [createPart('Coat', 'skinned', 300), createPart('Hat', 'mesh', 100)]),
  ]
  return { root: { ...createPart('', 'group', 0, parts), id: 0 }, materials: [], textures: [createTexture('', 6000)] }
}
const visibleNames = (root: ScenePart, open: ReadonlySet<number>) =>
  listVisiblePartRows(root, open).map((row) => row.part.name)

test('initially expands the scene tree down to its meshes, sums triangles, and collapses skeletons', () => {
  const { root } = createModelParts()
  const open = findInitiallyOpenParts(root)
  expect(visibleNames(root, open)).toEqual(['', 'Armature', 'Cloth', 'Coat', 'Hat'])
  expect(listVisiblePartRows(root, open).map(({ level, triangles }) => [level, triangles])).toEqual([
    [1, 400],
    [2, 0],
    [2, 400],
    [3, 300],
    [3, 100],
  ])
})

test('keys move the focus through the scene tree, and expand and collapse its nodes', () => {
  const { root } = createModelParts()
  const open = findInitiallyOpenParts(root)
  const rows = listVisiblePartRows(root, open)
  const step = (at: number, key: string) => getTreeKeyAction(rows, at, key, open)
  expect([step(0, 'ArrowDown'), step(4, 'ArrowDown'), step(0, 'ArrowUp')]).toEqual([{ to: 1 }, { to: 4 }, { to: 0 }])
  expect([step(2, 'Home'), step(2, 'End'), step(2, 'a'), step(9, 'Home')]).toEqual([{ to: 0 }, { to: 4 }, null, null])
  const armature = rows[1]!.part.id
  expect([step(1, 'ArrowRight'), step(2, 'ArrowRight'), step(3, 'ArrowRight')]).toEqual([
    { open: armature },
    { to: 3 },
    null,
  ])
  expect([step(2, 'ArrowLeft'), step(3, 'ArrowLeft')]).toEqual([{ close: rows[2]!.part.id }, { to: 2 }])
  expect(getTreeKeyAction(listVisiblePartRows(root, new Set()), 0, 'ArrowLeft', new Set())).toBeNull()
})

test('ranks the meshes of a model by triangles, and its meshes and textures by memory', () => {
  const ranking = (by: 'triangles' | 'memory') =>
    rankCosts(createModelParts(), by).map(({ name, share }) => [name, share])
  expect(ranking('triangles')).toEqual([
    ['Coat', 0.75],
    ['Hat', 0.25],
  ])
  expect(ranking('memory')).toEqual([
    ['map', 0.6],
    ['Coat', 0.3],
    ['Hat', 0.1],
  ])
  expect(findScenePart(createModelParts().root, 99)).toBeUndefined()
})

test('selects a part of the tree by keys, and an entry of the cost ranking by a press', () => {
  const parts = createModelParts()
  const [onChoose, onPart, onTexture] = [vi.fn(), vi.fn(), vi.fn()]
  render(
    <AtelierContext value={{ language: 'en', translate: createTranslateFor('en') } as never}>
      <PartTree root={parts.root} chosen={null} onChoose={onChoose} />
      <CostRanking parts={parts} onPart={onPart} onTexture={onTexture} />
    </AtelierContext>,
  )
  const tree = screen.getByRole('tree', { name: 'Scene' })
  const first = screen.getAllByRole('treeitem')[0]!
  first.focus()
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowDown', 'Enter'])
    fireEvent.keyDown(document.activeElement!, { key })
  expect(document.activeElement?.textContent).toBe('Hips')
  expect(onChoose.mock.calls).toEqual([[findScenePart(parts.root, parts.root.parts[0]!.parts[0]!.id)!.id]])
  expect([...tree.querySelectorAll('[tabindex="0"]')]).toEqual([document.activeElement])
  fireEvent.click(screen.getByRole('button', { name: /^Coat/ }))
  fireEvent.click(screen.getByRole('radio', { name: 'GPU memory' }))
  fireEvent.click(screen.getByRole('button', { name: /^map/ }))
  expect([onPart.mock.calls.length, onTexture.mock.calls]).toEqual([1, [[0]]])
})

test('keys move the dividing line between two compared models, within the width of the viewer', () => {
  const keys = ['ArrowLeft', 'ArrowRight', 'PageUp', 'Home', 'End', 'x']
  expect(keys.map((key) => moveWipeByKey(key, 0.5))).toEqual([0.48, 0.52, 0.6, 0, 1, null])
  expect([moveWipeByKey('ArrowRight', 1), clampWipe(-3)]).toEqual([1, 0])
})

test('compares two models only with settings that apply to both', () => {
  expect(pickComparableOptions({ zoom: true, variant: 'Red', autoRotate: 1, orbit: true, surface: 'uv' })).toEqual({
    zoom: true,
    surface: 'uv',
  })
})
