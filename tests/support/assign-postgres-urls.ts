import { inject } from 'vitest'

// Vitest numbers parallel workers from 1.
process.env.TEST_DATABASE_URLS = inject('postgresUrls')[Number(process.env.VITEST_POOL_ID) - 1]?.join(' ')
