import { inject } from 'vitest'

// Processes that test at once have numbers from 1 on.
process.env.TEST_DATABASE_URLS = inject('postgresUrls')[Number(process.env.VITEST_POOL_ID) - 1]?.join(' ')
