console.log('build follows');
