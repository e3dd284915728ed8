export const SAMPLE_TIME = '2026-03-02T09:00:00.000Z'
export const sampleFileUrl = (ending: string) => `/files/${'0'.repeat(64)}.${ending}`
const pagination = { page: 1, limit: 10, totalPages: 1, totalDocs: 1, hasNextPage: false }
export const page = (row: object) => ({ data: [row], pagination })

export const asset = {
  id: 'a',
  name: 'Boot',
  type: 'footwear',
  gender: 'neutral',
  modelUrl: sampleFileUrl('glb'),
  locked: false,
  applications: [{ applicationId: 'app', isVisible: true, position: 1 }],
  tags: ['t'],
  stats: { triangles: 1, vertices: 3, textures: 0, bytes: 100 },
  createdAt: SAMPLE_TIME,
  updatedAt: SAMPLE_TIME,
  createdBy: 'u',
}
export const optionalAssetFields = {
  iconUrl: sampleFileUrl('png'),
  textureUrl: sampleFileUrl('jpg'),
  psdUrl: sampleFileUrl('psd'),
  lockedBy: 'u',
  lockReason: 'On sale',
  parentId: 'p',
  bodyId: 'b',
  defaultAuthorized: true,
  updatedBy: { id: 'u', email: 'one@atelier.example' },
}
export const session = {
  token: 't',
  refreshToken: 'r',
  _id: 'u',
  assets: ['a'],
  wallets: [{ address: '0x1', chain: 'x' }],
  settings: { isPasswordUpdated: true, isEmailVerified: true },
}
export const optionalSessionFields = { email: 'one@atelier.example', verifiedAt: SAMPLE_TIME, name: 'Ada' }
export const link = { id: 'app', applicationId: 'app', isVisible: true, position: 1, total: 2 }
export const historyEntry = {
  id: 'c',
  at: SAMPLE_TIME,
  actor: { id: 'u', email: 'one@atelier.example' },
  action: 'updated',
  changes: [{ field: 'name', before: 'A', after: 'B' }],
}
export const imported = {
  ...{
    id: 'i',
    applicationId: 'app',
    dryRun: false,
    status: 'running',
    made: 1,
    same: 2,
    refused: 3,
    createdAt: SAMPLE_TIME,
  },
}
export const optionalImportFields = { jobId: 'j', error: 'No.', total: 6, finishedAt: SAMPLE_TIME }
export const importedRow = { id: '1', place: 1, name: 'Cap', outcome: 'made', without: ['bodyId'] }
export const stored = { id: 'f', url: sampleFileUrl('webp'), sha256: '0'.repeat(64), type: 'image/webp', bytes: 3 }
export const job = { id: 'j', kind: 'icon', status: 'queued', progress: 0, attempts: 0, createdAt: SAMPLE_TIME }
export const optionalJobFields = {
  recipe: 'web',
  step: 'Drawing',
  error: 'No.',
  assetId: 'a',
  ownerId: 'u',
  used: { ms: 1, cpuMs: 2, bytes: 3 },
  budget: { ms: 4, cpuMs: 5, bytes: 6 },
  startedAt: SAMPLE_TIME,
  finishedAt: SAMPLE_TIME,
}
export const cage = {
  ...{
    id: 'c',
    name: 'Cage',
    gender: 'female',
    modelUrl: sampleFileUrl('glb'),
    vertices: 300,
    topology: '0'.repeat(64),
  },
  ...{ createdAt: SAMPLE_TIME, updatedAt: SAMPLE_TIME },
}
export const optionalCageFields = { assetType: 'top', bodyId: 'b' }
export const morphedAsset = {
  id: 'm',
  assetId: 'a',
  bodyId: 'b',
  modelUrl: sampleFileUrl('glb'),
  createdAt: SAMPLE_TIME,
}
export const queueEntry = { id: 'm', assetId: 'a', bodyId: 'b', status: 'queued', attempts: 0, createdAt: SAMPLE_TIME }
export const optionalQueueFields = { error: 'No.', startedAt: SAMPLE_TIME, finishedAt: SAMPLE_TIME }
export const tag = { tagId: 't', name: 'Winter', color: 'ochre', assetCount: 2 }
export const application = { id: 'app', name: 'Game', ownerId: 'u', createdAt: SAMPLE_TIME, assetCount: 2 }
export const account = { id: 'u', role: 'user', createdAt: SAMPLE_TIME }
export const optionalAccountFields = {
  email: 'one@atelier.example',
  name: 'Ada',
  verifiedAt: SAMPLE_TIME,
  lastSeenAt: SAMPLE_TIME,
}
export const accountSession = { id: 's', createdAt: SAMPLE_TIME, lastUsedAt: SAMPLE_TIME, isCurrent: true }
export const taggingResult = { changed: ['a'], assets: [asset], refused: [{ assetId: 'b', code: 'ASSET_LOCKED' }] }
export const validation = {
  isValid: false,
  files: [
    {
      field: 'iconUrl',
      url: sampleFileUrl('png'),
      type: 'image/png',
      bytes: 3,
      maxBytes: 5,
      fault: {
        word: 'fileInput.imageSizeTooLarge',
        message: 'Too large.',
        params: { width: 9, name: 'x' },
        sizes: { most: 1 },
        keys: { wanted: 'a', each: ['b'] },
      },
      image: { width: 9, height: 9, colorType: 'rgb', bitDepth: 8, colorSpace: 'sRGB' },
    },
  ],
  report: {
    validatorVersion: '2',
    counts: { error: 1, warning: 0, info: 0, hint: 0 },
    findings: [{ code: 'X', message: 'x', severity: 'error', places: ['/nodes/0'] }],
    isCut: false,
  },
}
export const optionalValidationFields = {
  model: {
    stats: {
      triangles: 1,
      vertices: 1,
      drawCalls: 1,
      bones: 1,
      morphTargets: 1,
      textures: 1,
      materials: 1,
      animations: 1,
      textureBytes: 1,
      longestSide: 1,
      unreadImages: 1,
      bytes: 1,
    },
    notes: [
      { kind: 'overBudget', budget: 'triangles', value: 2, max: 1 },
      { kind: 'unknownExtension', name: 'EXT_x' },
      { kind: 'outsideImage', name: 'x.png' },
    ],
  },
  reportFault: 'It broke.',
}

export const namedAsset = { id: 'a', name: 'Boot', type: 'footwear' }
export const accountView = { id: 'x', list: 'assets', name: 'Mine', query: {}, updatedAt: SAMPLE_TIME, isShared: false }
export const recentChange = { id: 'x', at: SAMPLE_TIME, action: 'updated', fields: ['name'], asset: namedAsset }
export const optionalAuditFields = { userId: 'u', email: 'one@atelier.example', name: 'Ada' }
export const auditRecord = { id: 'x', at: SAMPLE_TIME, action: 'sign-in', address: 'local', details: {} }
export const apiToken = {
  id: 'x',
  name: 'CI',
  hint: 'atl_Ab3d',
  scopes: ['read'],
  createdAt: SAMPLE_TIME,
  expiresAt: SAMPLE_TIME,
}
export const wardrobe = { userId: 'u', assets: [{ assetId: 'a', addedAt: SAMPLE_TIME }] }
export const webhook = {
  id: 'w',
  url: 'https://hooks.example/',
  description: '',
  keys: ['asset.v1.locked'],
  isEnabled: true,
  createdAt: SAMPLE_TIME,
  updatedAt: SAMPLE_TIME,
}
const message = { id: '1', key: 'asset.v1.locked', version: 1, at: SAMPLE_TIME, assetId: 'a' }
export const delivery = {
  id: 'd',
  message,
  status: 'waiting',
  tries: [{ at: SAMPLE_TIME, ms: 1 }],
  createdAt: SAMPLE_TIME,
}

export const variant = { recipe: 'web', state: 'none', isModel: false, levels: [] }
export const variantLevel = { modelUrl: sampleFileUrl('glb'), before: asset.stats, after: asset.stats }
const optionalVariantLevelFields = { difference: { mean: 0.1, max: 0.2 }, differenceUrl: sampleFileUrl('png') }
export const optionalVariantFields = { error: 'No.', levels: [{ ...variantLevel, ...optionalVariantLevelFields }] }
