import { openDatabase } from '../connection/openDatabase.ts';
import { openSignals } from '../signals/openSignals.ts';
import { openStore } from '../versions/openStore.ts';
import { addOrganization, addPlanning, locationFields, target } from './samples.ts';

/** Run as a separate process: opens the given directory, writes forever, and prints one line for each acknowledged write. */
const database = await openDatabase({ dataDir: process.argv[2] ?? '' });
database.announce('http://127.0.0.1:4000');
const store = openStore(database, openSignals(database));
const organization = await addOrganization(database);
const planning = await addPlanning(store, organization);
console.log(JSON.stringify({ organization }));
for (let index = 0; ; index++) {
  const { changeset } = await store.write(target(planning), () => ({
    writes: [{ entity: 'location', id: `l${index}`, fields: locationFields() }],
    result: null,
  }));
  console.log(JSON.stringify({ change: changeset?.change }));
}
