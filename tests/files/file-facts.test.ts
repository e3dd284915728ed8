import { expect, test } from 'vitest'
import { toFileVerdict } from '../../src/files/file-facts.ts'
import { type GlbStats, RECOMMENDED_LIMITS } from '../../src/files/glb-check.ts'

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

test('describes a refused file only by its fault', () => {
  const fault = { word: 'upload.glbBroken' } as const
  expect(toFileVerdict({ fault })).toEqual({ fault, facts: [], measures: [], names: [], materials: [] })
})

test('describes an image by its size, colour type, bit depth and colour profile', () => {
  const image = { type: 'image/png', width: 512, height: 256, colorType: 'rgba', bitDepth: 8 } as const
  const report = {
    id: 'image',
    tone: 'ok',
    messageKey: 'fact.image',
    params: { width: 512, height: 256, bits: 8 },
    keys: { color: 'image.colors.rgba' },
  }
  expect(toFileVerdict({ fault: null, image }).facts).toEqual([
    report,
    { id: 'profile', tone: 'ok', messageKey: 'fact.noProfile' },
  ])
  expect(toFileVerdict({ fault: null, image: { ...image, colorSpace: 'Display P3' } }).facts[1]).toEqual({
    id: 'profile',
    tone: 'ok',
    messageKey: 'fact.profile',
    params: { name: 'Display P3' },
  })
})

test('compares a model with every displayed limit, and warns about exceeded limits', () => {
  const { facts, measures, names, materials } = toFileVerdict({
    fault: null,
    model: { ...stats, triangles: 250_000 },
    names: ['Cap'],
    materials: ['Wool'],
    notes: [
      { kind: 'overBudget', budget: 'triangles', value: 250_000, max: RECOMMENDED_LIMITS.triangles },
      { kind: 'unknownExtension', name: 'ACME_sparkles' },
    ],
  })
  expect(facts).toEqual([
    { id: 'triangles', tone: 'warn', messageKey: 'fact.over.triangles' },
    {
      id: 'unknownExtension ACME_sparkles',
      tone: 'warn',
      messageKey: 'fact.unknownExtension',
      params: { name: 'ACME_sparkles' },
    },
  ])
  expect([names, materials]).toEqual([['Cap'], ['Wool']])
  expect(measures.map(({ id, value, max }) => [id, value, max])).toEqual([
    ['triangles', 250_000, RECOMMENDED_LIMITS.triangles],
    ['bones', 0, RECOMMENDED_LIMITS.bones],
    ['morphTargets', 0, RECOMMENDED_LIMITS.morphTargets],
    ['textures', 1, RECOMMENDED_LIMITS.textures],
    ['textureBytes', 4096, RECOMMENDED_LIMITS.textureBytes],
    ['drawCalls', 1, RECOMMENDED_LIMITS.drawCalls],
  ])
})
