import { openCatalog } from '@skillscope/catalog';
import { TABLE } from '../choose-encoder.ts';
import { openMeaning } from '../meaning.ts';

/** One process of the test with several: `ask <cache directory> <artifact>…`. Prints how near they are. */
const [directory = '', ...artifacts] = process.argv.slice(2);
const catalog = openCatalog({ directory, indexers: { npm: 1, cargo: 1 } });
const query = { need: 'make thumbnails of uploaded pictures', terms: [] };
const { inside } = await openMeaning(catalog, TABLE).nearness(query, { artifacts: artifacts.map(Number) });
console.log([...inside.values()].map((near) => near.toFixed(2)).join(' '));
catalog.close();
