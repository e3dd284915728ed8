import { readdirSync } from 'node:fs'

/**
 * Files to mutate, their tests, and the minimum share of killed mutants, in percent. A target without a minimum has not been
 * measured yet.
 */
export interface MutationTarget {
  mutate: string[]
  /** Tests to run, fast tests first. The tests that reach the code of a mutant try the mutant in this order. */
  tests: string[]
  minScorePercent?: number
  /** Minimum scores of single files, in percent. */
  minScorePercentByFile?: Record<string, number>
  /**
   * Set if the tests start a server. Skips mutants in code that runs at load time, because each mutant would need its own server.
   */
  skipsLoadTimeMutants?: true
  /** Part of the titles of tests to skip, because they wait, start processes or take seconds for each mutant. */
  skippedTests?: RegExp
}

/** Returns the files of `src/machines` that contain rules instead of a machine. */
const listRules = () =>
  readdirSync('src/machines', { recursive: true, encoding: 'utf8' })
    .filter((name) => /^(?!placeholder-actor|.*\.(machine|setup)\.ts).*\.ts$/.test(name))
    .map((name) => `src/machines/${name}`)

/** Returns the TypeScript files of a folder without its subfolders, except those named in `without`. */
const listFiles = (folder: string, ...without: string[]) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !without.includes(name.slice(0, -'.ts'.length)))
    .map((name) => `${folder}/${name}`)

const UPLOAD_FILES = ['upload', 'tus-http-stack', 'upload-errors', 'hash-blob', 'sha256', 'sha256-worker'].map(
  (name) => `src/api/${name}.ts`,
)
const ACCOUNT_VIEWS = 'src/api/account-views.ts'
/** Rules of jobs that need neither queue nor database. */
const JOB_RULES = ['budgets', 'retry-policy']
/** Rules of webhooks without a server, whose constants are mutated too. */
const WEBHOOK_RULES = ['public-address', 'retry-schedule']
const listServerFiles = (folder: string, ...names: string[]) => names.map((name) => `server/${folder}/${name}.ts`)
const listServerTests = (folder: string, ...names: string[]) =>
  names.map((name) => `tests/server/${folder}/${name}.test.ts`)

/** Targets of `npm run mutants:deep`. Only tests of handlers try mutants of handlers, not every test with a server. */
export const MUTATION_TARGETS: Record<string, MutationTarget> = {
  rules: {
    mutate: listRules(),
    tests: [
      'tests/machines/**/!(*.machine|list.pages|list.rows|session-guests).test.ts',
      'tests/machines/{list,new-asset,upload,form}/{list,new-asset-queue,new-asset,upload,form}.machine.test.ts',
    ],
    minScorePercent: 96,
    minScorePercentByFile: { 'src/machines/filters/filters.ts': 98, 'src/machines/form/form.ts': 96 },
  },
  contract: {
    mutate: listFiles('src/api/contract'),
    tests: ['tests/api/contract/*.test.ts', 'tests/api/http*.test.ts'],
    minScorePercent: 94,
  },
  api: {
    mutate: listFiles('src/api').filter((file) => ![...UPLOAD_FILES, ACCOUNT_VIEWS].includes(file)),
    tests: ['tests/api/!(upload*|sha256*|account-views).test.ts'],
    minScorePercent: 85,
  },
  'account-views': {
    mutate: [ACCOUNT_VIEWS],
    tests: ['tests/api/account-views.test.ts'],
    minScorePercent: 92,
    skipsLoadTimeMutants: true,
  },
  upload: {
    mutate: UPLOAD_FILES,
    // Excludes tests that use a real connection, which take seconds for each mutant.
    tests: ['tests/api/{upload-request,upload-waits,tus-http-stack,upload-errors,sha256,sha256-worker}.test.ts'],
    minScorePercent: 91,
  },
  accounts: {
    mutate: listServerFiles('handlers', 'users', 'auth'),
    tests: listServerTests(
      'handlers',
      'accounts',
      'forgotten-passwords',
      'own-accounts',
      'auth',
      'counted',
      'hijack',
      'sign-up-verification',
      'lockout',
      'email-limits',
      'restored-versions',
    ),
    minScorePercent: 88,
    skipsLoadTimeMutants: true,
  },
  wardrobes: {
    mutate: listServerFiles('handlers', 'user-assets'),
    tests: listServerTests('handlers', 'user-assets'),
    minScorePercent: 94,
    skipsLoadTimeMutants: true,
  },
  tags: {
    mutate: listServerFiles('handlers', 'tags'),
    tests: listServerTests('handlers', 'tags'),
    minScorePercent: 95,
    skipsLoadTimeMutants: true,
  },
  assets: {
    mutate: listServerFiles('handlers', 'assets', 'applications', 'trash'),
    tests: [
      ...listServerTests('handlers', 'applications', 'asset-lists', 'versions', 'asset-applications'),
      'tests/server/assets/trash.test.ts',
      ...listServerTests('handlers', 'assets', 'asset-updates', 'assets-listed', 'asset-access', 'private'),
    ],
    minScorePercent: 90,
    skipsLoadTimeMutants: true,
  },
  copies: {
    mutate: listServerFiles('handlers', 'application-assets', 'asset-use', 'templates', 'variants'),
    tests: [
      ...listServerTests('handlers', 'versions'),
      ...['read-asset-usage', 'duplicates', 'create-asset-from-template', 'variants', 'sync-with-parent'].map(
        (name) => `tests/server/assets/${name}.test.ts`,
      ),
    ],
    skipsLoadTimeMutants: true,
  },
  fitting: {
    mutate: listServerFiles('handlers', 'cage-meshes', 'morphs'),
    // Excludes tests that fit real models, which take seconds for each mutant.
    tests: listServerTests('handlers', 'cage-meshes', 'morphs'),
    minScorePercent: 94,
    skipsLoadTimeMutants: true,
  },
  transfer: {
    mutate: listServerFiles('handlers', 'api-tokens', 'files', 'health', 'transfer'),
    tests: [
      ...listServerTests('handlers', 'files', 'health'),
      ...['transfer/import-begins', 'auth/api-token-ends', 'transfer/import'].map(
        (name) => `tests/server/${name}.test.ts`,
      ),
    ],
    minScorePercent: 90,
    skipsLoadTimeMutants: true,
  },
  webhooks: {
    mutate: listServerFiles('handlers', 'webhooks'),
    tests: listServerTests('handlers', 'webhook-rows', 'webhooks'),
    minScorePercent: 95,
    skipsLoadTimeMutants: true,
  },
  lists: {
    mutate: listServerFiles('handlers', 'views', 'jobs', 'audit'),
    tests: listServerTests('handlers', 'views', 'jobs', 'audit'),
    minScorePercent: 91,
    skipsLoadTimeMutants: true,
  },
  'asset-rules': {
    // Contains the rules of the trash and of access, because the tests of all rules start a server and would take hours.
    mutate: listServerFiles(
      'assets',
      'asset-etag',
      'check-source-access',
      'purge-trash',
      'trash',
      'trashed-placements',
    ),
    tests: listServerTests(
      'assets',
      'parse-if-match',
      'check-source-access',
      'asset-etag',
      'purge',
      'restore',
      'trash',
    ),
    minScorePercent: 85,
    skipsLoadTimeMutants: true,
  },
  files: {
    // Excludes files that only a server reaches, because their tests take minutes. Excludes `file-checksums.ts` too, because a
    // mutant that does not release its slot blocks all later tests.
    mutate: listServerFiles(
      'files',
      'content-store',
      'disk-content',
      'disk-folders',
      'model-stats',
      'request-body',
      'store-mark',
      'upload-locks',
    ),
    tests: listServerTests('files', 'upload-locks', 'model-stats', 'disk-content', 'request-body'),
    minScorePercent: 93,
    skipsLoadTimeMutants: true,
  },
  archives: {
    // Excludes files that only imports and exports of a server reach, whose tests take minutes.
    mutate: listServerFiles(
      'transfer',
      'archive-stream',
      'file-names',
      'manifest',
      'open-archive',
      'split-json',
      'stream-while-allowed',
      'zip-layout',
    ),
    tests: listServerTests(
      'transfer',
      'file-names',
      'stream-while-allowed',
      'archive-stream',
      'open-archive',
      'manifest',
      'zip-layout',
    ),
    minScorePercent: 93,
    skipsLoadTimeMutants: true,
  },
  db: {
    // Excludes connections, whose tests use a real database and wait on outages.
    mutate: listServerFiles(
      'db',
      'close-database',
      'cursor',
      'look-alike-key',
      'outage-log',
      'prepared-queries',
      'transact',
      'values',
      'wait-budget',
    ),
    tests: listServerTests(
      'db',
      'cursor',
      'values',
      'wait-budget',
      'look-alike-key',
      'outage-log',
      'close-database',
      'transact',
      'prepared-queries',
    ),
    minScorePercent: 90,
    skipsLoadTimeMutants: true,
  },
  http: {
    // Excludes listeners and readiness checks, whose tests wait on real time, and files that only a server reaches.
    mutate: listServerFiles(
      'http',
      'admission',
      'allowed-hosts',
      'body-rate-monitor',
      'client-address',
      'cors',
      'etag',
      'input',
      'not-ready',
      'range',
      'raw-path',
      'raw-response',
      'security',
      'shed-load',
    ),
    tests: listServerTests(
      'http',
      'range',
      'client-address',
      'allowed-hosts',
      'cors-headers',
      'security',
      'body-rate-monitor',
      'early-responses',
      'admission',
      'shed-load',
      'read-input',
      'raw-path',
    ),
    minScorePercent: 93,
    skipsLoadTimeMutants: true,
  },
  'webhook-rules': {
    mutate: listServerFiles('webhooks', ...WEBHOOK_RULES),
    tests: listServerTests('webhooks', 'retry-schedule', 'public-address'),
    minScorePercent: 94,
  },
  'webhook-delivery': {
    mutate: listFiles('server/webhooks', ...WEBHOOK_RULES),
    tests: listServerTests('webhooks', 'webhook-sender'),
    skipsLoadTimeMutants: true,
  },
  mail: {
    // Only tests that start processes choose the mailer of an environment.
    mutate: listFiles('server/mail', 'open-mailer'),
    tests: listServerTests('mail', 'proof-mail', 'change-mail', 'mail-outbox', 'mailbox', 'mailer'),
    skippedTests: /never sends/,
    minScorePercent: 92,
    skipsLoadTimeMutants: true,
  },
  events: {
    mutate: listServerFiles('events', 'event-bus', 'presence'),
    tests: listServerTests('events', 'event-bus', 'presence'),
    minScorePercent: 92,
  },
  'event-streams': {
    // Files whose tests need no broker or other process, and wait for no timer.
    mutate: listServerFiles(
      'events',
      'event-streams',
      'outbox',
      'reader-group',
      'stream-slots',
      'to-asset-event-message',
    ),
    tests: listServerTests('events', 'event-streams', 'event-readers'),
    skippedTests: /connected readers|simultaneous events|heartbeats|slow reader|temporary outage/,
    skipsLoadTimeMutants: true,
  },
  'job-rules': {
    mutate: listServerFiles('jobs', ...JOB_RULES),
    tests: listServerTests('jobs', 'retry-policy', 'budgets'),
    skippedTests: /a job over|a job that blocks|a child process|covers all/,
    minScorePercent: 98,
    skipsLoadTimeMutants: true,
  },
  jobs: {
    // Excludes the queue: a mutant of it can make `idle` wait forever, which blocks the process.
    mutate: listFiles('server/jobs', 'job-queue', ...JOB_RULES),
    tests: listServerTests('jobs', 'retry-cancel', 'queue', 'budgets', 'sharing'),
    skipsLoadTimeMutants: true,
  },
  'auth-keys': {
    mutate: listServerFiles(
      'auth',
      'signing-keys',
      'stored-keys',
      'token-service',
      'password-hasher',
      'api-token-format',
    ),
    tests: listServerTests(
      'auth',
      'signing-keys',
      'api-token-format',
      'remembered-tokens',
      'reloaded-keys',
      'password-hasher',
      'stored-keys',
      'forged-tokens',
    ),
    minScorePercent: 92,
    skipsLoadTimeMutants: true,
  },
  'auth-rights': {
    mutate: listServerFiles(
      'auth',
      'abilities',
      'allowed-assets',
      'assert-member',
      'authenticate-caller',
      'call',
      'scopes',
    ),
    tests: listServerTests('auth', 'abilities', 'authenticate-caller', 'allowed-assets'),
    // Excludes a test that reads all files of the server.
    skippedTests: /mentions the trash/,
    minScorePercent: 95,
    skipsLoadTimeMutants: true,
  },
  'api-tokens': {
    mutate: listServerFiles(
      'auth',
      'ability-owner',
      'api-tokens',
      'audit',
      'audit-rejections',
      'current-ability',
      'make-admin',
      'set-role',
    ),
    tests: [
      ...listServerTests('auth', 'set-role', 'make-admin', 'api-tokens'),
      ...listServerTests('handlers', 'audit'),
    ],
    skipsLoadTimeMutants: true,
  },
  'rate-limits': {
    mutate: listServerFiles('auth', 'rate-limit'),
    tests: listServerTests('auth', 'rate-limit'),
    minScorePercent: 95,
    skipsLoadTimeMutants: true,
  },
  'auth-sessions': {
    mutate: listServerFiles(
      'auth',
      'fresh-proof',
      'known-ip-addresses',
      'prove-session',
      'refresh-session',
      'revocations',
      'seal-token-pair',
      'session-data',
      'sessions',
      'sign-out',
    ),
    tests: listServerTests('auth', 'revocations', 'fresh-proof', 'session-ends', 'sessions'),
    skipsLoadTimeMutants: true,
  },
  'auth-accounts': {
    mutate: listServerFiles(
      'auth',
      'accounts',
      'change-password',
      'count-email-lookup',
      'mail-job',
      'notices',
      'proof-mails',
      'proofs',
      'sign-in',
      'verify-email',
    ),
    tests: [
      ...listServerTests(
        'handlers',
        'forgotten-passwords',
        'guest-sign-up',
        'auth',
        'unverified',
        'hijack',
        'own-accounts',
        'lockout',
      ),
      ...listServerTests('auth', 'notices', 'mail-job'),
    ],
    skipsLoadTimeMutants: true,
  },
  forms: {
    // The target `offline` has the storage of drafts. Mutants of `use-deferred-blur` leave listeners to later tests.
    mutate: listFiles('src/ui/form', 'draft', 'form-actor', 'stored-drafts', 'use-deferred-blur'),
    // Without patterns, because only named files run in this order.
    tests: ['use-draft', 'use-save-shortcut', 'use-form', 'fields'].map((name) => `tests/ui/form/${name}.test.tsx`),
    minScorePercent: 72,
  },
  'upload-hooks': {
    mutate: [
      ...[
        'bind-upload',
        'describe-upload',
        'upload-messages',
        'use-file-drop',
        'use-page-file-drop',
        'worker-queue',
      ].map((name) => `src/ui/upload/${name}.ts`),
      ...['memoize-choices', 'stashed-files'].map((name) => `src/ui/new-asset/${name}.ts`),
    ],
    tests: ['tests/ui/upload/*.test.{ts,tsx}', 'tests/ui/new-asset/{memoize-choices,stashed-files}.test.ts'],
    minScorePercent: 90,
  },
  'list-hooks': {
    mutate: [
      ...['list-search', 'page-sizes', 'paginate', 'row-cache', 'use-remote-change-count', 'use-row-cache'].map(
        (name) => `state/${name}`,
      ),
      ...['mark-scrolling', 'roving-tab-index', 'typeahead', 'use-hover-intent'].map((name) => `table/${name}`),
      ...['actions/write-export-file', 'reorder/move-action', 'selection/toolbar-keys', 'bulk-action'],
    ].map((name) => `src/ui/list/${name}.ts`),
    tests: [
      'tests/ui/list/{bulk-action,list-sizes,hostile-filters}.test.ts',
      'tests/ui/list/{actions,reorder,selection,state,table}/*.test.ts',
      'tests/ui/list/state/{use-remote-change-count,use-row-cache}.test.tsx',
      'tests/ui/list/table/use-hover-intent.test.tsx',
    ],
    minScorePercent: 81,
  },
  viewer: {
    mutate: [
      ...['dispose', 'glb', 'ref-count', 'shared-fetch', 'vrm-demand'].map((name) => `load/${name}`),
      'stage/draw-slots',
      ...['camera/framing', 'camera/turn-by-key', 'extras/camera-rig', 'extras/idle-clips'],
      ...['motion/is-render-equal', 'motion/pose', 'motion/scene-fingerprint'],
    ].map((name) => `src/ui/viewer/${name}.ts`),
    // Without patterns, because only named files run in this order. The last one leaves wrapped globals after a hanging mutant.
    tests: [
      ...['camera/framing', 'camera/turn-by-key', 'extras/camera-rig', 'extras/idle-clips', 'stage/draw-slots'],
      ...['motion/is-render-equal', 'motion/pose', 'motion/scene-fingerprint'],
      ...['dispose', 'glb', 'ref-count', 'vrm-demand', 'shared-fetch'].map((name) => `load/${name}`),
    ].map((name) => `tests/ui/viewer/${name}.test.ts`),
    minScorePercent: 82,
  },
  'first-paint': {
    mutate: [
      'src/head-script.ts',
      // Browser tests cover the two pages, which the build prerenders.
      ...['load-failure', 'mini-jsx', 'press-replay', 'render-page'].map((name) => `src/early/${name}.ts`),
      // A mutant of `lazy-module` would leave failed modules to all later tests, because the module stores them.
      ...['prefetch-files', 'use-lazy-module'].map((name) => `src/ui/kit/loading/${name}.ts`),
    ],
    tests: [
      ...['mini-jsx', 'press-replay', 'render-page', 'load-failure'].map((name) => `tests/early/${name}.test.ts`),
      'tests/ui/kit/loading/prefetch-files.test.ts',
      'tests/ui/kit/loading/use-lazy-module.test.tsx',
      'tests/head-script.test.ts',
    ],
    minScorePercent: 75,
  },
  'take-over': {
    mutate: ['src/early/gestures.ts', 'src/early/replace-with-app.ts', 'src/ui/kit/restore-lost-focus.ts'],
    tests: ['tests/early/replace-with-app.test.ts', 'tests/ui/kit/restore-lost-focus.test.ts'],
  },
  offline: {
    mutate: [
      ...listFiles('src/offline'),
      'src/ui/list/state/device-storage.ts',
      'src/ui/list/state/queued-action.ts',
      'src/ui/form/stored-drafts.ts',
      'src/ui/form/draft.ts',
    ],
    tests: ['tests/offline/*.test.ts', 'tests/ui/form/*.test.ts', 'tests/ui/list/state/queued-action.test.ts'],
    minScorePercent: 96,
  },
}

/** Returns the target of a run. Consecutive runs take one target with a minimum after the other. */
export function selectMutationTarget(runNumber: number): string {
  const names = Object.keys(MUTATION_TARGETS).filter((name) => MUTATION_TARGETS[name]!.minScorePercent !== undefined)
  return names[runNumber % names.length]!
}
