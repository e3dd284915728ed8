import { BEGINNING, type TestServer } from './server.ts'

/** What assets point at, put straight into a store: named by their ids. */
export const aroundAssets = (server: () => TestServer) => ({
  async application(id: string, ownerId: string) {
    const row = { id, name: id, name_key: id, owner_id: ownerId, created_at: BEGINNING }
    await server().deps.db.insertInto('applications').values(row).execute()
  },
  async tag(id: string) {
    await server().deps.db.insertInto('tags').values({ id, name: id, name_key: id, color: 'ochre' }).execute()
  },
})
