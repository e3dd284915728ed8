export const at = '2026-03-02T09:00:00.000Z'
export const url = (ending: string) => `/files/${'0'.repeat(64)}.${ending}`
const pagination = { page: 1, limit: 10, totalPages: 1, totalDocs: 1, hasNextPage: false }
const page = (row: object) => ({ data: [row], pagination })

const asset = {
  id: 'a',
  name: 'Boot',
  type: 'footwear',
  gender: 'neutral',
  modelUrl: url('glb'),
  locked: false,
  applications: [{ applicationId: 'app', isVisible: true, position: 1 }],
  tags: ['t'],
  stats: { triangles: 1, vertices: 3, textures: 0, bytes: 100 },
  createdAt: at,
  updatedAt: at,
  createdBy: 'u',
}
const assetMore = {
  iconUrl: url('png'),
  textureUrl: url('jpg'),
  psdUrl: url('psd'),
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
const sessionMore = { email: 'one@atelier.example', verifiedAt: at, name: 'Ada' }
const link = { id: 'app', applicationId: 'app', isVisible: true, position: 1, total: 2 }
const entry = {
  id: 'c',
  at,
  actor: { id: 'u', email: 'one@atelier.example' },
  action: 'updated',
  changes: [{ field: 'name', before: 'A', after: 'B' }],
}
const imported = {
  ...{ id: 'i', applicationId: 'app', dryRun: false, status: 'running', made: 1, same: 2, refused: 3, createdAt: at },
}
const importedMore = { jobId: 'j', error: 'No.', total: 6, finishedAt: at }
const importedRow = { id: '1', place: 1, name: 'Cap', outcome: 'made', without: ['bodyId'] }
const stored = { id: 'f', url: url('webp'), sha256: '0'.repeat(64), type: 'image/webp', bytes: 3 }
const job = { id: 'j', kind: 'icon', status: 'queued', progress: 0, attempts: 0, createdAt: at }
const jobMore = {
  recipe: 'web',
  step: 'Drawing',
  error: 'No.',
  assetId: 'a',
  ownerId: 'u',
  startedAt: at,
  finishedAt: at,
}
const cage = {
  ...{ id: 'c', name: 'Cage', gender: 'female', modelUrl: url('glb'), vertices: 300, topology: '0'.repeat(64) },
  ...{ createdAt: at, updatedAt: at },
}
const cageMore = { assetType: 'top', bodyId: 'b' }
const morphed = { id: 'm', assetId: 'a', bodyId: 'b', modelUrl: url('glb'), createdAt: at }
const queueEntry = { id: 'm', assetId: 'a', bodyId: 'b', status: 'queued', attempts: 0, createdAt: at }
const queueEntryMore = { error: 'No.', startedAt: at, finishedAt: at }
const tag = { tagId: 't', name: 'Winter', color: 'ochre', assetCount: 2 }
const application = { id: 'app', name: 'Game', ownerId: 'u', createdAt: at, assetCount: 2 }
const account = { id: 'u', role: 'user', createdAt: at }
const accountMore = { email: 'one@atelier.example', name: 'Ada', verifiedAt: at, lastSeenAt: at }
const accountSession = { id: 's', createdAt: at, lastUsedAt: at, isCurrent: true }
const tagged = { changed: ['a'], assets: [asset], refused: [{ assetId: 'b', code: 'ASSET_LOCKED' }] }
const validation = {
  isValid: false,
  files: [
    {
      field: 'iconUrl',
      url: url('png'),
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
const validationMore = {
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

const named = { id: 'a', name: 'Boot', type: 'footwear' }
const accountView = { id: 'x', list: 'assets', name: 'Mine', query: {}, updatedAt: at, isShared: false }
const recentChange = { id: 'x', at, action: 'updated', fields: ['name'], asset: named }
const auditMore = { userId: 'u', email: 'one@atelier.example', name: 'Ada' }
const auditRecord = { id: 'x', at, action: 'sign-in', address: 'local', details: {} }
const apiToken = { id: 'x', name: 'CI', hint: 'atl_Ab3d', scopes: ['read'], createdAt: at, expiresAt: at }
const wardrobe = { userId: 'u', assets: [{ assetId: 'a', addedAt: at }] }
const webhook = {
  id: 'w',
  url: 'https://hooks.example/',
  description: '',
  keys: ['asset.v1.locked'],
  isEnabled: true,
  createdAt: at,
  updatedAt: at,
}
const message = { id: '1', key: 'asset.v1.locked', version: 1, at, assetId: 'a' }
const delivery = { id: 'd', message, status: 'waiting', tries: [{ at, ms: 1 }], createdAt: at }

const variant = { recipe: 'web', state: 'none', isModel: false, levels: [] }
const variantLevel = { modelUrl: url('glb'), before: asset.stats, after: asset.stats }
const variantLevelMore = { difference: { mean: 0.1, max: 0.2 }, differenceUrl: url('png') }
const variantMore = { error: 'No.', levels: [{ ...variantLevel, ...variantLevelMore }] }

/** What each call is answered: what is always there, and what may be there besides. */
export const ANSWERS: Record<string, readonly [always: object, sometimes?: object]> = {
  'accounts.endSession': [{}],
  'accounts.endSessions': [{}],
  'accounts.get': [account, accountMore],
  'accounts.giveRole': [account, accountMore],
  'accounts.list': [page(account), page({ ...account, ...accountMore })],
  'accounts.sessions': [{ data: [{ ...accountSession, userAgent: 'x' }] }],
  'apiTokens.create': [{ ...apiToken, token: 't' }, { lastUsedAt: at }],
  'apiTokens.list': [{ data: [{ ...apiToken, lastUsedAt: at }] }],
  'apiTokens.revoke': [{}],
  'applicationAssets.syncWithParent': [{ asset, changes: entry.changes }],
  'applicationMorphedAssets.create': [
    { applicationId: 'app', assetId: 'a', bodyId: 'b', addedAt: at, entry: queueEntry },
  ],
  'applications.get': [application],
  'applications.list': [page(application)],
  'assets.addToApplication': [asset, assetMore],
  'assets.adoptVariant': [asset, assetMore],
  'assets.application': [page({ ...link, name: 'Game' })],
  'assets.authorizeDefault': [page(asset)],
  'assets.authorized': [page(asset)],
  'assets.changelog': [page(entry)],
  'assets.create': [asset, assetMore],
  'assets.duplicates': [page({ id: 'model:0', field: 'model', url: url('glb'), total: 2, assets: [named] })],
  'assets.usage': [
    { applications: 1, wardrobes: 2, children: { total: 1, assets: [named] }, asBody: { total: 0, assets: [] } },
  ],
  'assets.editable': [page(asset)],
  'assets.import': [imported, importedMore],
  'assets.importStatus': [{ import: imported, ...page(importedRow) }],
  'assets.get': [asset, { ...assetMore, variant: 'web' }],
  'assets.list': [page(asset)],
  'assets.lock': [asset, assetMore],
  'assets.makeVariant': [{ variant }, { variant: { ...variant, ...variantMore }, job }],
  'assets.purge': [{}],
  'assets.remove': [{}],
  'assets.removeFromApplication': [asset, assetMore],
  'assets.restore': [asset, assetMore],
  'assets.revert': [{ asset, reverted: ['name'], left: ['tags'] }],
  'assets.trash': [page({ ...asset, deletedAt: at, purgesAt: at })],
  'assets.turntable': [{ state: 'none' }, { state: 'done', turntableUrl: '/files/s.webp' }],
  'assets.unlock': [asset, assetMore],
  'assets.update': [asset, assetMore],
  'assets.updateApplication': [asset, assetMore],
  'assets.predictTexture': [
    { chances: { baseColor: 1, normal: 0, metallicRoughness: 0, occlusion: 0, emissive: 0 }, slot: null },
  ],
  'assets.validate': [validation, validationMore],
  'assets.variants': [{ data: [{ ...variant, levels: [variantLevel] }] }, { data: [{ ...variant, ...variantMore }] }],
  'audit.assets': [
    { data: [{ ...recentChange, actor: { id: 'u' } }] },
    { data: [{ ...recentChange, actor: { id: 'u', name: 'Ada', email: 'ada@house.example' } }] },
  ],
  'audit.events': [
    page({ id: '1', at, key: 'asset.v1.locked', assetId: 'a', fields: ['name'] }),
    page({
      ...{ id: '1', at, key: 'asset.v1.locked', assetId: 'a', fields: [] },
      ...{ actor: { id: 'u', name: 'Ada', email: 'ada@house.example' }, asset: named },
      ...{ other: { kind: 'cage', name: 'Cage', bodyId: 'b' } },
    }),
  ],
  'audit.list': [page(auditRecord), page({ ...auditRecord, ...auditMore })],
  'audit.own': [page(auditRecord)],
  'auth.login': [session, { ...sessionMore, passwordCleared: true }],
  'auth.logout': [{}],
  'auth.logoutEverywhere': [{}],
  'auth.passwordIdVerification': [{ data: { isValid: true } }],
  'auth.refresh': [session, sessionMore],
  'auth.requestLoginCode': [{}, { requestId: 'r' }],
  'auth.sessions': [{ data: [{ ...accountSession, userAgent: 'x' }] }],
  'auth.signup': [session, sessionMore],
  'auth.signupPasswordless': [{}, { requestId: 'r' }],
  'cageMeshes.carry': [job, { ...job, ...jobMore }],
  'cageMeshes.create': [cage, cageMore],
  'cageMeshes.get': [cage, cageMore],
  'cageMeshes.list': [page(cage), page({ ...cage, ...cageMore })],
  'cageMeshes.update': [cage, cageMore],
  'files.describe': [stored],
  'files.usage': [{ usedBytes: 1, quotaBytes: 2, unfinished: 0 }],
  'health.get': [{ status: 'ok' }],
  'assets.generateIcon': [
    { asset, job },
    { asset: { ...asset, ...assetMore }, job: { ...job, ...jobMore } },
  ],
  'jobs.cancel': [job, { ...job, ...jobMore }],
  'jobs.get': [job, { ...job, ...jobMore }],
  'jobs.list': [page(job), page({ ...job, ...jobMore })],
  'jobs.retry': [job, { ...job, ...jobMore }],
  'tags.create': [tag],
  'tags.list': [page(tag)],
  'tags.merge': [tag, { ...tag, jobId: 'j' }],
  'tags.remove': [{}, { jobId: 'j' }],
  'tags.removeTag': [tagged],
  'tags.setTag': [tagged],
  'tags.update': [tag],
  'morphedAssetQueue.list': [page(queueEntry), page({ ...queueEntry, ...queueEntryMore })],
  'morphedAssetQueue.status': [{ queued: 1, running: 2, done: 3, failed: 4 }],
  'morphedAssets.generate': [queueEntry, queueEntryMore],
  'privateMorphedAssets.generate': [queueEntry, queueEntryMore],
  'privateMorphedAssets.list': [page(morphed)],
  'privateMorphedAssets.status': [
    { assetId: 'a', bodies: [{ bodyId: 'b' }] },
    { bodies: [{ bodyId: 'b', morphedAsset: morphed, entry: queueEntry }] },
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
  'users.verify': [
    {},
    {
      verifiedAt: at,
      email: 'one@atelier.example',
      passwordCleared: true,
      resetId: 'x',
      signedOut: true,
      requestId: 'r',
    },
  ],
  'webhooks.create': [{ ...webhook, secret: 'whsec_x' }],
  'webhooks.deliveries': [page(delivery)],
  'webhooks.list': [{ data: [webhook] }],
  'webhooks.remove': [{}],
  'webhooks.rotateSecret': [{ ...webhook, secret: 'whsec_x' }],
  'webhooks.sendAgain': [delivery, { nextTryAt: at }],
  'webhooks.update': [webhook],
}
