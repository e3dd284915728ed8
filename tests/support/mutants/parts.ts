import { readdirSync } from 'node:fs'

/** What is mutated, what tries it, and the share of mutants that must be noticed, in percent: none where nobody counted yet. */
export interface Part {
  mutate: string[]
  /** Only these are run, each mutant by those that reach it: in this order, so that the cheap ones leave less to the dear. */
  tests: string[]
  floor?: number
  /** Files that must do better than their part. */
  floors?: Record<string, number>
  /** Its tests start a server: what code does while it loads is left untried, for each would take a start of its own. */
  skipsLoading?: true
}

/** The files that stand in a folder, those of its folders left out. */
const filesIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`)

const UPLOAD = ['upload', 'upload-stack', 'upload-errors', 'hash-blob', 'sha256', 'sha256-worker'].map(
  (name) => `src/api/${name}.ts`,
)
const ACCOUNT_VIEWS = 'src/api/account-views.ts'
const handlers = (...names: string[]) => names.map((name) => `server/handlers/${name}.ts`)
const testsOfHandlers = (...names: string[]) => names.map((name) => `tests/server/handlers/${name}.test.ts`)

/** The parts that `npm run mutants:deep` knows. Handlers are tried by the tests about them, not by all that start a server. */
export const PARTS: Record<string, Part> = {
  rules: {
    mutate: filesIn('src/machines/rules'),
    tests: ['tests/machines/rules/*.test.ts', 'tests/machines/{list,queue,entry,upload,form}.machine.test.ts'],
    floor: 96,
    floors: { 'src/machines/rules/filters.ts': 98, 'src/machines/rules/form.ts': 96 },
  },
  contract: {
    mutate: filesIn('src/api/contract'),
    tests: ['tests/api/contract/*.test.ts', 'tests/api/http*.test.ts'],
    floor: 94,
  },
  api: {
    mutate: filesIn('src/api').filter((file) => ![...UPLOAD, ACCOUNT_VIEWS].includes(file)),
    tests: ['tests/api/!(upload*|sha256*|account-views).test.ts'],
    floor: 85,
  },
  'account-views': {
    mutate: [ACCOUNT_VIEWS],
    tests: ['tests/api/account-views.test.ts'],
    floor: 92,
    skipsLoading: true,
  },
  upload: {
    mutate: UPLOAD,
    // Those that send over a wire take seconds for each mutant.
    tests: ['tests/api/{upload-request,upload-waits,upload-stack,upload-errors,sha256,sha256-worker}.test.ts'],
    floor: 91,
  },
  accounts: {
    mutate: handlers('users', 'auth'),
    tests: testsOfHandlers(
      'accounts',
      'forgotten-passwords',
      'own-accounts',
      'auth',
      'counted',
      'hijack',
      'lockout',
      'taken-back',
    ),
    floor: 88,
    skipsLoading: true,
  },
  wardrobes: {
    mutate: handlers('user-assets'),
    tests: testsOfHandlers('user-assets'),
    floor: 94,
    skipsLoading: true,
  },
  tags: { mutate: handlers('tags'), tests: testsOfHandlers('tags'), floor: 95, skipsLoading: true },
  assets: {
    mutate: handlers('assets', 'applications', 'trash'),
    tests: [
      ...testsOfHandlers('applications', 'asset-lists', 'versions', 'asset-applications'),
      'tests/server/assets/trash.test.ts',
      ...testsOfHandlers('assets', 'assets-listed', 'asset-access', 'private'),
    ],
    floor: 90,
    skipsLoading: true,
  },
  copies: {
    mutate: handlers('application-assets', 'asset-use', 'templates', 'variants'),
    tests: [
      ...testsOfHandlers('versions'),
      ...['usage', 'duplicates', 'from-template', 'variants', 'sync'].map(
        (name) => `tests/server/assets/${name}.test.ts`,
      ),
    ],
    skipsLoading: true,
  },
  fitting: {
    mutate: handlers('cage-meshes', 'morphs'),
    // Those that fit real models take seconds for each mutant.
    tests: testsOfHandlers('cage-meshes', 'morphs'),
    floor: 94,
    skipsLoading: true,
  },
  transfer: {
    mutate: handlers('api-tokens', 'files', 'health', 'transfer'),
    tests: [
      ...testsOfHandlers('files', 'health'),
      ...['transfer/import-begins', 'auth/api-token-ends', 'transfer/import'].map(
        (name) => `tests/server/${name}.test.ts`,
      ),
    ],
    floor: 90,
    skipsLoading: true,
  },
  webhooks: {
    mutate: handlers('webhooks'),
    tests: testsOfHandlers('webhook-rows', 'webhooks'),
    floor: 95,
    skipsLoading: true,
  },
  lists: {
    mutate: handlers('views', 'jobs', 'audit'),
    tests: testsOfHandlers('views', 'jobs', 'audit'),
    floor: 91,
    skipsLoading: true,
  },
}
