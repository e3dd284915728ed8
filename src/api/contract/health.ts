import * as v from 'valibot'
import { endpoint } from './endpoint.ts'

export const health = {
  get: endpoint({
    method: 'GET',
    path: 'health',
    summary: 'Check that the server is ready',
    description: 'Returns 200 once the server accepts calls.',
    access: 'anyone',
    returns: v.object({ status: v.literal('ok') }),
  }),
}
