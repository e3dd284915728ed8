import { type Kysely, type Migration, sql } from 'kysely'

const STATEMENTS = [
  // An archive names the CRC-32 of a file before its bytes. As a signed number: there is no unsigned type of 4 bytes.
  `alter table files add column crc32 integer`,
  // An archive that is uploaded may have more than 2 GB. To 2^53 these are exact, and both drivers read them as numbers.
  `alter table files alter column bytes type double precision`,
  `alter table upload_starts alter column bytes type double precision`,
]

/** What archives of a whole application need of the files they are made of. */
export const exports: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  },
}
