export const SAMPLE_TIME = '2026-03-02T09:00:00.000Z'
export const sampleFileUrl = (ending: string) => `/files/${'0'.repeat(64)}.${ending}`
const pagination = { page: 1, limit: 10, totalPages: 1, totalDocs: 1, hasNextPage: false }
const page = (row: object) => ({ data: [row], pagination })

const asset = {
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
const optionalAssetFields = {
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
const session = {
  token: 't',
  refreshToken: 'r',
  _id: 'u',
  assets: ['a'],
  wallets: [{ address: '0x1', chain: 'x' }],
  settings: { isPasswordUpdated: true, isEmailVerified: true },
}
const optionalSessionFields = { email: 'one@atelier.example', verifiedAt: SAMPLE_TIME, name: 'Ada' }
const link = { id: 'app', applicationId: 'app', isVisible: true, position: 1, total: 2 }
const historyEntry = {
  id: 'c',
  at: SAMPLE_TIME,
  actor: { id: 'u', email: 'one@atelier.example' },
  action: 'updated',
  changes: [{ field: 'name', before: 'A', after: 'B' }],
}
const imported = {
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
const optionalImportFields = { jobId: 'j', error: 'No.', total: 6, finishedAt: SAMPLE_TIME }
const importedRow = { id: '1', place: 1, name: 'Cap', outcome: 'made', without: ['bodyId'] }
const stored = { id: 'f', url: sampleFileUrl('webp'), sha256: '0'.repeat(64), type: 'image/webp', bytes: 3 }
const job = { id: 'j', kind: 'icon', status: 'queued', progress: 0, attempts: 0, createdAt: SAMPLE_TIME }
const optionalJobFields = {
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
const cage = {
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
const optionalCageFields = { assetType: 'top', bodyId: 'b' }
const morphedAsset = { id: 'm', assetId: 'a', bodyId: 'b', modelUrl: sampleFileUrl('glb'), createdAt: SAMPLE_TIME }
const queueEntry = { id: 'm', assetId: 'a', bodyId: 'b', status: 'queued', attempts: 0, createdAt: SAMPLE_TIME }
const optionalQueueFields = { error: 'No.', startedAt: SAMPLE_TIME, finishedAt: SAMPLE_TIME }
const tag = { tagId: 't', name: 'Winter', color: 'ochre', assetCount: 2 }
const application = { id: 'app', name: 'Game', ownerId: 'u', createdAt: SAMPLE_TIME, assetCount: 2 }
const account = { id: 'u', role: 'user', createdAt: SAMPLE_TIME }
const optionalAccountFields = {
  email: 'one@atelier.example',
  name: 'Ada',
  verifiedAt: SAMPLE_TIME,
  lastSeenAt: SAMPLE_TIME,
}
const accountSession = { id: 's', createdAt: SAMPLE_TIME, lastUsedAt: SAMPLE_TIME, isCurrent: true }
const taggingResult = { changed: ['a'], assets: [asset], refused: [{ assetId: 'b', code: 'ASSET_LOCKED' }] }
const validation = {
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
const optionalValidationFields = {
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

const namedAsset = { id: 'a', name: 'Boot', type: 'footwear' }
const accountView = { id: 'x', list: 'assets', name: 'Mine', query: {}, updatedAt: SAMPLE_TIME, isShared: false }
const recentChange = { id: 'x', at: SAMPLE_TIME, action: 'updated', fields: ['name'], asset: namedAsset }
const optionalAuditFields = { userId: 'u', email: 'one@atelier.example', name: 'Ada' }
const auditRecord = { id: 'x', at: SAMPLE_TIME, action: 'sign-in', address: 'local', details: {} }
const apiToken = {
  id: 'x',
  name: 'CI',
  hint: 'atl_Ab3d',
  scopes: ['read'],
  createdAt: SAMPLE_TIME,
  expiresAt: SAMPLE_TIME,
}
const wardrobe = { userId: 'u', assets: [{ assetId: 'a', addedAt: SAMPLE_TIME }] }
const webhook = {
  id: 'w',
  url: 'https://hooks.example/',
  description: '',
  keys: ['asset.v1.locked'],
  isEnabled: true,
  createdAt: SAMPLE_TIME,
  updatedAt: SAMPLE_TIME,
}
const message = { id: '1', key: 'asset.v1.locked', version: 1, at: SAMPLE_TIME, assetId: 'a' }
const delivery = { id: 'd', message, status: 'waiting', tries: [{ at: SAMPLE_TIME, ms: 1 }], createdAt: SAMPLE_TIME }

const variant = { recipe: 'web', state: 'none', isModel: false, levels: [] }
const variantLevel = { modelUrl: sampleFileUrl('glb'), before: asset.stats, after: asset.stats }
const optionalVariantLevelFields = { difference: { mean: 0.1, max: 0.2 }, differenceUrl: sampleFileUrl('png') }
const optionalVariantFields = { error: 'No.', levels: [{ ...variantLevel, ...optionalVariantLevelFields }] }

/** Sample response of each call: the fields that are always present, and optional fields. */
export const RESPONSE_SAMPLES: Record<string, readonly [always: object, sometimes?: object]> = {
  'accounts.endSession': [{}],
  'accounts.endSessions': [{}],
  'accounts.get': [account, optionalAccountFields],
  'accounts.giveRole': [account, optionalAccountFields],
  'accounts.list': [page(account), page({ ...account, ...optionalAccountFields })],
  'accounts.sessions': [{ data: [{ ...accountSession, userAgent: 'x' }] }],
  'apiTokens.create': [{ ...apiToken, token: 't' }, { lastUsedAt: SAMPLE_TIME }],
  'apiTokens.list': [{ data: [{ ...apiToken, lastUsedAt: SAMPLE_TIME }] }],
  'apiTokens.revoke': [{}],
  'applicationAssets.syncWithParent': [{ asset, changes: historyEntry.changes }],
  'applicationMorphedAssets.create': [
    { applicationId: 'app', assetId: 'a', bodyId: 'b', addedAt: SAMPLE_TIME, entry: queueEntry },
  ],
  'applications.get': [application],
  'applications.list': [page(application)],
  'assets.addToApplication': [asset, optionalAssetFields],
  'assets.adoptVariant': [asset, optionalAssetFields],
  'assets.application': [page({ ...link, name: 'Game' })],
  'assets.authorizeDefault': [page(asset)],
  'assets.authorized': [page(asset)],
  'assets.changelog': [page(historyEntry)],
  'assets.create': [asset, optionalAssetFields],
  'assets.duplicates': [
    page({ id: 'model:0', field: 'model', url: sampleFileUrl('glb'), total: 2, assets: [namedAsset] }),
  ],
  'assets.usage': [
    { applications: 1, wardrobes: 2, children: { total: 1, assets: [namedAsset] }, asBody: { total: 0, assets: [] } },
  ],
  'assets.editable': [page(asset)],
  'assets.import': [imported, optionalImportFields],
  'assets.importStatus': [{ import: imported, ...page(importedRow) }],
  'assets.get': [asset, { ...optionalAssetFields, variant: 'web' }],
  'assets.list': [page(asset)],
  'assets.lock': [asset, optionalAssetFields],
  'assets.makeVariant': [{ variant }, { variant: { ...variant, ...optionalVariantFields }, job }],
  'assets.purge': [{}],
  'assets.remove': [{}],
  'assets.removeFromApplication': [asset, optionalAssetFields],
  'assets.restore': [asset, optionalAssetFields],
  'assets.revert': [{ asset, reverted: ['name'], left: ['tags'] }],
  'assets.source': [{ url: '/files/s.psd?grant=g', expiresAt: SAMPLE_TIME }],
  'assets.trash': [page({ ...asset, deletedAt: SAMPLE_TIME, purgesAt: SAMPLE_TIME })],
  'assets.turntable': [{ state: 'none' }, { state: 'done', turntableUrl: '/files/s.webp' }],
  'assets.unlock': [asset, optionalAssetFields],
  'assets.update': [asset, optionalAssetFields],
  'assets.updateApplication': [asset, optionalAssetFields],
  'assets.predictTexture': [
    { chances: { baseColor: 1, normal: 0, metallicRoughness: 0, occlusion: 0, emissive: 0 }, slot: null },
  ],
  'assets.validate': [validation, optionalValidationFields],
  'assets.variants': [
    { data: [{ ...variant, levels: [variantLevel] }] },
    { data: [{ ...variant, ...optionalVariantFields }] },
  ],
  'audit.assets': [
    { data: [{ ...recentChange, actor: { id: 'u' } }] },
    { data: [{ ...recentChange, actor: { id: 'u', name: 'Ada', email: 'ada@house.example' } }] },
  ],
  'audit.events': [
    page({ id: '1', at: SAMPLE_TIME, key: 'asset.v1.locked', assetId: 'a', fields: ['name'] }),
    page({
      ...{ id: '1', at: SAMPLE_TIME, key: 'asset.v1.locked', assetId: 'a', fields: [] },
      ...{ actor: { id: 'u', name: 'Ada', email: 'ada@house.example' }, asset: namedAsset },
      ...{ other: { kind: 'cage', name: 'Cage', bodyId: 'b' } },
    }),
  ],
  'audit.list': [page(auditRecord), page({ ...auditRecord, ...optionalAuditFields })],
  'audit.own': [page(auditRecord)],
  'auth.login': [session, optionalSessionFields],
  'auth.logout': [{}],
  'auth.logoutEverywhere': [{}],
  'auth.passwordIdVerification': [{ data: { isValid: true } }, { data: { isValid: true, state: 'good' } }],
  'auth.refresh': [session, optionalSessionFields],
  'auth.requestLoginCode': [{}, { requestId: 'r' }],
  'auth.endSession': [{}],
  'auth.sessions': [{ data: [{ ...accountSession, userAgent: 'x', address: '203.0.113.7' }] }],
  'auth.requestProofCode': [{}, { requestId: 'r' }],
  'auth.prove': [{}],
  'auth.signup': [session, optionalSessionFields],
  'auth.signupPasswordless': [{}, { requestId: 'r' }],
  'cageMeshes.carry': [job, { ...job, ...optionalJobFields }],
  'cageMeshes.create': [cage, optionalCageFields],
  'cageMeshes.get': [cage, optionalCageFields],
  'cageMeshes.list': [page(cage), page({ ...cage, ...optionalCageFields })],
  'cageMeshes.update': [cage, optionalCageFields],
  'files.describe': [stored],
  'files.usage': [{ usedBytes: 1, quotaBytes: 2, unfinished: 0 }],
  'health.get': [{ status: 'ok' }],
  'assets.generateIcon': [
    { asset, job },
    { asset: { ...asset, ...optionalAssetFields }, job: { ...job, ...optionalJobFields } },
  ],
  'jobs.cancel': [job, { ...job, ...optionalJobFields }],
  'jobs.get': [job, { ...job, ...optionalJobFields }],
  'jobs.list': [page(job), page({ ...job, ...optionalJobFields })],
  'jobs.retry': [job, { ...job, ...optionalJobFields }],
  'tags.create': [tag],
  'tags.list': [page(tag)],
  'tags.merge': [tag, { ...tag, jobId: 'j' }],
  'tags.remove': [{}, { jobId: 'j' }],
  'tags.removeTag': [taggingResult],
  'tags.setTag': [taggingResult],
  'tags.update': [tag],
  'morphedAssetQueue.list': [page(queueEntry), page({ ...queueEntry, ...optionalQueueFields })],
  'morphedAssetQueue.status': [{ queued: 1, running: 2, done: 3, failed: 4 }],
  'morphedAssets.generate': [queueEntry, optionalQueueFields],
  'privateMorphedAssets.generate': [queueEntry, optionalQueueFields],
  'privateMorphedAssets.list': [page(morphedAsset)],
  'privateMorphedAssets.status': [
    { assetId: 'a', bodies: [{ bodyId: 'b' }] },
    { bodies: [{ bodyId: 'b', morphedAsset: morphedAsset, entry: queueEntry }] },
  ],
  'presence.announce': [
    { people: [{ id: 'u', isEditing: true }], total: 1 },
    { people: [{ id: 'u', isEditing: true, name: 'Ada', email: 'one@atelier.example' }], total: 1 },
  ],
  'presence.list': [
    { data: [] },
    {
      data: [
        { assetId: 'a', people: [{ id: 'u', isEditing: true, name: 'Ada', email: 'one@atelier.example' }], total: 2 },
      ],
    },
  ],
  'privateUserAssets.add': [wardrobe],
  'privateUserAssets.get': [wardrobe],
  'privateUserAssets.remove': [wardrobe],
  'userAssets.get': [wardrobe],
  'views.create': [accountView],
  'views.list': [
    { data: [accountView] },
    { data: [{ ...accountView, sharedBy: { id: 'u', name: 'Ada', email: 'ada@house.example' } }] },
  ],
  'views.remove': [{}],
  'views.update': [accountView],
  'users.changePassword': [{}],
  'users.emailExists': [{ data: { exists: true } }],
  'users.passwordByCode': [{}],
  'users.resetPassword': [{}, { requestId: 'r' }],
  'users.updateMe': [{}, { name: 'Ada' }],
  'users.verificationLink': [
    { data: { state: 'used', isVerified: true } },
    { data: { state: 'good', isVerified: false, email: 'o•••@atelier.example', hasPassword: true, isOwn: true } },
  ],
  'users.verify': [
    {},
    {
      verifiedAt: SAMPLE_TIME,
      email: 'one@atelier.example',
      signedOut: true,
      requestId: 'r',
    },
  ],
  'webhooks.create': [{ ...webhook, secret: 'whsec_x' }],
  'webhooks.deliveries': [page(delivery)],
  'webhooks.list': [{ data: [webhook] }],
  'webhooks.remove': [{}],
  'webhooks.rotateSecret': [{ ...webhook, secret: 'whsec_x' }],
  'webhooks.sendAgain': [delivery, { nextTryAt: SAMPLE_TIME }],
  'webhooks.update': [webhook, { offReason: 'maker-lost-right' }],
}
