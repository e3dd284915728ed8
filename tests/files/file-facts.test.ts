import { expect, test } from 'vitest'
import { verdictOf } from '../../src/files/file-facts.ts'
import { type GlbStats, MODEL_BUDGETS } from '../../src/files/glb-check.ts'

const stats: GlbStats = {
  bytes: 900,
  triangles: 12,
  vertices: 24,
  drawCalls: 1,
  bones: 0,
  morphTargets: 0,
  textures: 1,
  materials: 1,
  animations: 0,
  textureBytes: 4096,
  longestSide: 32,
  unreadImages: 0,
}

test('a file that can’t be taken is told by its fault alone', () => {
  const fault = { word: 'upload.glbBroken' }
  expect(verdictOf({ fault })).toEqual({ fault, facts: [], measures: [], names: [], materials: [] })
})

test('an image is told with its sides, colours, bits and profile', () => {
  const image = { type: 'image/png', width: 512, height: 256, colorType: 'rgba', bitDepth: 8 } as const
  const said = {
    id: 'image',
    tone: 'ok',
    word: 'fact.image',
    params: { width: 512, height: 256, bits: 8 },
    keys: { color: 'image.colors.rgba' },
  }
  expect(verdictOf({ fault: null, image }).facts).toEqual([said, { id: 'profile', tone: 'ok', word: 'fact.noProfile' }])
  expect(verdictOf({ fault: null, image: { ...image, colorSpace: 'Display P3' } }).facts[1]).toEqual({
    id: 'profile',
    tone: 'ok',
    word: 'fact.profile',
    params: { name: 'Display P3' },
  })
})

test('a model is measured against every budget that people are told, and what goes beyond warns', () => {
  const { facts, measures, names, materials } = verdictOf({
    fault: null,
    model: { ...stats, triangles: 250_000 },
    names: ['Cap'],
    materials: ['Wool'],
    notes: [
      { kind: 'overBudget', budget: 'triangles', value: 250_000, max: MODEL_BUDGETS.triangles },
      { kind: 'unknownExtension', name: 'ACME_sparkles' },
    ],
  })
  expect(facts).toEqual([
    { id: 'triangles', tone: 'warn', word: 'fact.over.triangles' },
    {
      id: 'unknownExtension ACME_sparkles',
      tone: 'warn',
      word: 'fact.unknownExtension',
      params: { name: 'ACME_sparkles' },
    },
  ])
  expect([names, materials]).toEqual([['Cap'], ['Wool']])
  expect(measures.map(({ id, value, max }) => [id, value, max])).toEqual([
    ['triangles', 250_000, MODEL_BUDGETS.triangles],
    ['bones', 0, MODEL_BUDGETS.bones],
    ['morphTargets', 0, MODEL_BUDGETS.morphTargets],
    ['textures', 1, MODEL_BUDGETS.textures],
    ['textureBytes', 4096, MODEL_BUDGETS.textureBytes],
    ['drawCalls', 1, MODEL_BUDGETS.drawCalls],
  ])
})
