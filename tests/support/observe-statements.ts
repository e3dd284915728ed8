import type { Kysely } from 'kysely'

/**
 * Wraps a database to report the kind of each statement before it runs. An error thrown by `onStatement` prevents the statement.
 */
export const observeStatements = <T>(db: Kysely<T>, onStatement: (kind: string) => void): Kysely<T> =>
  db.withPlugin({
    transformQuery({ node }) {
      onStatement(node.kind)
      return node
    },
    transformResult: async ({ result }) => result,
  })
