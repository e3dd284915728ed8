import type { Kysely } from 'kysely'

/** A database that tells the kind of each statement just before it runs; what throws there keeps it from running. */
export const tellingStatements = <T>(db: Kysely<T>, tell: (kind: string) => void): Kysely<T> =>
  db.withPlugin({
    transformQuery({ node }) {
      tell(node.kind)
      return node
    },
    transformResult: async ({ result }) => result,
  })
