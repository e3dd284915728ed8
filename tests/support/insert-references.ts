import { START_TIME, type TestServer } from './server.ts'

/** Inserts rows that assets refer to, bypassing the API. The id of a row is also its name. */
export const createReferenceInserts = (server: () => TestServer) => ({
  async application(id: string, ownerId: string) {
    const row = { id, name: id, name_key: id, owner_id: ownerId, created_at: START_TIME }
    await server().deps.db.insertInto('applications').values(row).execute()
  },
  async tag(id: string) {
    const row = { id, name: id, name_key: id, look_alike_key: id, color: 'ochre' }
    await server().deps.db.insertInto('tags').values(row).execute()
  },
})
