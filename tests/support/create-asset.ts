import type { Asset } from '../../src/api/contract/assets.ts'

export const createAsset = (values: Partial<Asset> = {}): Asset => ({
  id: '0190a5f0-0000-7000-8000-000000000001',
  name: 'Ferry Cap',
  type: 'headwear',
  gender: 'neutral',
  modelUrl: `/files/${'a'.repeat(64)}.glb`,
  locked: false,
  applications: [],
  tags: [],
  stats: { triangles: 1200, vertices: 700, textures: 0, bytes: 48_000 },
  createdAt: '2026-11-01T08:00:00.000Z',
  updatedAt: '2026-11-02T08:00:00.000Z',
  createdBy: 'user-1',
  ...values,
})
